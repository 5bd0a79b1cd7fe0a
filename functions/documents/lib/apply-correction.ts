import { isDeepStrictEqual } from 'node:util';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { ownFieldsOf, proposedBy } from '../../../shared/domain/documents/own-fields.ts';
import { ProposedField } from '../../../shared/domain/documents/values.ts';
import { Conflict, NotFound, Unavailable } from '../../../shared/domain/errors.ts';
import {
  type BlockPage,
  type Corrected,
  correctedAt,
  examplesOf,
  LEARNT_FIELDS,
  MOST_TEMPLATES,
  officeOf,
  type SheetTemplateRecord,
  templateFor,
  withExamples,
  withTemplates,
} from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import { withSheetsAsRead } from '../../../shared/domain/text/summarise.ts';
import type { Ports } from '../../../shared/ports.ts';
import { readBlocks } from '../../../shared/sheets/stored-blocks.ts';

/** The ports that a correction needs, for `uses`. */
export const CORRECTION_PORTS = [
  'documents.read',
  'documents.write',
  'files.read',
  'sheet-templates.read',
  'sheet-templates.write',
] as const;
type CorrectionPorts = Pick<Ports, (typeof CORRECTION_PORTS)[number]>;

interface Terms {
  newId: () => string;
  now: Date;
  /** The version that the caller read. */
  ifVersion?: number | undefined;
}

/** Attempts to write a document or template before a correction is rejected because of concurrent writers. */
const ATTEMPTS = 10;
/** Maximum characters of all sheets of a document together, as JSON: an item of the table holds at most 400 KB. */
const MAXIMUM_SHEETS = 200_000;

type Examples = ReturnType<typeof examplesOf>;

/**
 * What is learned from a correction: its examples, the template that receives them, and the templates to read other
 * sheets with.
 */
interface Lesson {
  examples: Examples;
  template: SheetTemplateRecord | undefined;
  office: string | null;
  templates: readonly Pick<SheetTemplateRecord, 'examples'>[];
}

const lessonOf = (
  documentId: string,
  block: BlockPage | undefined,
  given: Corrected,
  found: Corrected,
  templates: readonly SheetTemplateRecord[],
): Lesson => {
  const examples = block ? examplesOf(documentId, block, given, found) : [];
  if (!block || examples.length === 0) return { examples: [], template: undefined, office: null, templates };
  const template = templateFor(templates, documentId, block);
  const learnt = { examples: withExamples(template?.examples ?? [], examples) };
  const others = templates.filter((each) => each !== template);
  return { examples, template, office: officeOf(block), templates: [learnt, ...others] };
};

/** Returns the new values of the document's fields that follow its sheets. */
const followed = (record: DocumentRecord, sheets: readonly Sheet[]): DocumentChange => {
  const proposed = proposedBy(sheets);
  const own = ownFieldsOf(record);
  const followers = ProposedField.options
    .filter((field) => !own.includes(field))
    .map((field) => [field, proposed[field]]);
  const summary = withSheetsAsRead(record.summary, record.sheets, sheets);
  return { ...Object.fromEntries(followers), ...(summary !== record.summary && { summary }) };
};

/**
 * Adds examples to their template, or creates a template for them. Two concurrent corrections may create two equal
 * ones, which does no harm.
 */
const keepLesson = async (
  { organization_id }: DocumentRecord,
  { examples, template, office }: Lesson,
  ports: CorrectionPorts,
  { newId, now }: Terms,
): Promise<void> => {
  if (examples.length === 0) return;
  const writeId = newId();
  let current = template;
  for (let attempt = 1; current && attempt <= ATTEMPTS; attempt++) {
    const change = { examples: withExamples(current.examples, examples), office: current.office ?? office };
    // A repeated correction teaches nothing.
    if (isDeepStrictEqual(change, { examples: current.examples, office: current.office })) return;
    const guard = { ifVersion: current.record_version, writeId, now, before: current };
    try {
      await ports['sheet-templates.write'].change(organization_id, current.id, change, guard);
      return;
    } catch (error) {
      if (!(error instanceof Conflict) && !(error instanceof NotFound)) throw error;
      current = await ports['sheet-templates.read'].get(organization_id, current.id);
    }
  }
  if (current) throw new Unavailable('Too many concurrent changes to the template', 1);
  const at = now.toISOString();
  await ports['sheet-templates.write'].create({
    ...{ id: newId(), organization_id, office, examples: withExamples([], examples) },
    ...{ created_at: at, updated_at: at, record_version: 1, write_id: writeId },
  });
};

/**
 * Writes a correction of a sheet's title block, reads the document's other sheets with the same block again, and stores
 * the examples for sheets processed later. Running it twice has the same effect as running it once.
 *
 * @throws NotFound for a page that the document does not have
 * @throws Conflict if `ifVersion` is not the current version or the document is deleted
 */
export const correctSheet = async (
  found: DocumentRecord,
  page: number,
  given: Corrected,
  ports: CorrectionPorts,
  terms: Terms,
): Promise<DocumentRecord> => {
  const { organization_id, project_id, document_id } = found;
  const [blocks, { records: templates }] = await Promise.all([
    readBlocks(found, ports['files.read']),
    ports['sheet-templates.read'].list(organization_id, { list: 'inOrganization', limit: MOST_TEMPLATES }),
  ]);
  const block = blocks.find((each) => each.page === page);
  const writeId = terms.newId();
  let record = found;
  for (let attempt = 1; ; attempt++) {
    const before = record.sheets.find((each) => each.page === page);
    if (!before && page > (record.page_count ?? 0)) throw new NotFound();
    const lesson = lessonOf(document_id, block, given, before ?? {}, templates);
    const sheets = correctedAt(record.sheets, page, given);
    const others = blocks.filter((each) => each.page !== page);
    const change = { sheets: withTemplates(sheets, others, lesson.templates) };
    if (JSON.stringify(change.sheets).length > MAXIMUM_SHEETS) {
      throw new Conflict('The sheets of this document exceed the size limit of a record');
    }
    const ifVersion = terms.ifVersion ?? record.record_version;
    const guard = { ifVersion, writeId, now: terms.now, isDeleted: false, before: record };
    const all = { ...followed(record, change.sheets), ...change };
    try {
      const changed = await ports['documents.write'].change(organization_id, project_id, document_id, all, guard);
      await keepLesson(record, lesson, ports, terms);
      return changed;
    } catch (error) {
      const current = await ports['documents.read'].get(organization_id, document_id);
      const isStale = error instanceof Conflict && current && current.record_version !== record.record_version;
      if (!isStale || terms.ifVersion !== undefined || current.is_deleted || attempt === ATTEMPTS) throw error;
      record = current;
    }
  }
};

/** The fields of a document that are proposed by the title block of its only sheet, with the sheet's name for each. */
const PROPOSED = { title: 'title', document_reference: 'sheet_number', revision: 'revision' } as const;

/**
 * Treats a change of proposed fields as a correction of the document's only sheet, for those fields whose new value the
 * sheet prints. Any other title is the caller's own and says nothing about the sheet.
 */
export const correctProposed = async (
  record: DocumentRecord,
  fields: Partial<Pick<DocumentRecord, keyof typeof PROPOSED>>,
  ports: CorrectionPorts,
  terms: Pick<Terms, 'newId' | 'now'>,
): Promise<DocumentRecord> => {
  const [sheet, ...others] = record.sheets;
  if (!sheet || others.length > 0 || record.is_deleted) return record;
  const corrected: Corrected = {};
  for (const [field, ofSheet] of Object.entries(PROPOSED) as [keyof typeof PROPOSED, 'title'][]) {
    const value = fields[field];
    if (typeof value === 'string' && value !== sheet[ofSheet]) corrected[ofSheet] = value;
  }
  if (Object.keys(corrected).length === 0) return record;
  const block = (await readBlocks(record, ports['files.read'])).find(({ page }) => page === sheet.page);
  const examples = block ? examplesOf(record.document_id, block, corrected, sheet) : [];
  const printed = LEARNT_FIELDS.filter((field) => examples.some((example) => example.block.fields[field]));
  if (printed.length === 0) return record;
  const given = Object.fromEntries(printed.map((field) => [field, corrected[field]]));
  return correctSheet(record, sheet.page, given, ports, { newId: terms.newId, now: terms.now });
};
