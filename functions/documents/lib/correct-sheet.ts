import type { DocumentChange, DocumentRecord, Sheet } from '../../../shared/domain/documents/document.ts';
import { Conflict, NotFound, Unavailable } from '../../../shared/domain/errors.ts';
import {
  type BlockPage,
  type Corrected,
  correctedAt,
  examplesOf,
  LEARNT_FIELDS,
  MOST_TEMPLATES,
  officeOf,
  proposeFields,
  type SheetTemplateRecord,
  templateFor,
  withExamples,
  withTemplates,
} from '../../../shared/domain/sheets/index.ts';
import type { Ports } from '../../../shared/ports.ts';
import { readBlocks } from '../../../shared/sheets/stored-blocks.ts';

/** What a correction takes, for `uses`. */
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
  /** The version that the caller saw. */
  ifVersion?: number | undefined;
}

/** Writers of one document or template that may come first before a correction is turned away. */
const ATTEMPTS = 10;
/** Characters of all sheets together, as JSON: an item of the table takes 400 KB in all. */
const MAXIMUM_SHEETS = 200_000;

type Examples = ReturnType<typeof examplesOf>;

/** What a correction teaches: its examples, the template that they go to, and how sheets are read from then on. */
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

/** The document's own fields where they stand as its sheets proposed them before. */
const followed = (record: DocumentRecord, sheets: readonly Sheet[]): DocumentChange => {
  const [before, after] = [proposeFields(record.sheets), proposeFields(sheets)];
  const fields = ['title', 'document_reference', 'revision'] as const;
  return Object.fromEntries(
    fields.filter((field) => record[field] === before[field]).map((field) => [field, after[field]]),
  );
};

/** Adds examples to their template, or makes one of them. Two that make one at once make two, which read alike. */
const keepLesson = async (
  { organization_id }: DocumentRecord,
  { examples, template, office }: Lesson,
  ports: CorrectionPorts,
  { newId, now }: Terms,
): Promise<void> => {
  if (examples.length === 0) return;
  const writeId = newId();
  let standing = template;
  for (let attempt = 1; standing && attempt <= ATTEMPTS; attempt++) {
    const change = { examples: withExamples(standing.examples, examples), office: standing.office ?? office };
    const guard = { ifVersion: standing.record_version, writeId, now };
    try {
      await ports['sheet-templates.write'].change(organization_id, standing.id, change, guard);
      return;
    } catch (error) {
      if (!(error instanceof Conflict) && !(error instanceof NotFound)) throw error;
      standing = await ports['sheet-templates.read'].get(organization_id, standing.id);
    }
  }
  if (standing) throw new Unavailable('The template is being changed by too many at once', 1);
  const at = now.toISOString();
  await ports['sheet-templates.write'].create({
    ...{ id: newId(), organization_id, office, examples: withExamples([], examples) },
    ...{ created_at: at, updated_at: at, record_version: 1, write_id: writeId },
  });
};

/**
 * Writes what somebody says of a sheet's title block, reads the document's other sheets of that block again by it, and
 * keeps what it teaches for sheets to come. Running it twice leaves the same.
 *
 * @throws NotFound for a page that the document has not; Conflict when `ifVersion` is not the current version, or the
 * document is deleted
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
      throw new Conflict('The sheets of this document hold more than one record takes');
    }
    const guard = { ifVersion: terms.ifVersion ?? record.record_version, writeId, now: terms.now, isDeleted: false };
    const all = { ...followed(record, change.sheets), ...change };
    try {
      const changed = await ports['documents.write'].change(organization_id, project_id, document_id, all, guard);
      await keepLesson(record, lesson, ports, terms);
      return changed;
    } catch (error) {
      const standing = await ports['documents.read'].get(organization_id, document_id);
      const raced = error instanceof Conflict && standing && standing.record_version !== record.record_version;
      if (!raced || terms.ifVersion !== undefined || standing.is_deleted || attempt === ATTEMPTS) throw error;
      record = standing;
    }
  }
};

/** The fields of a document that the title block of its only sheet proposes. */
const PROPOSED = { title: 'title', document_reference: 'sheet_number', revision: 'revision' } as const;

/**
 * Takes a change of proposed fields for a correction of the document's only sheet, as far as the sheet prints them so:
 * another title is the caller's own, and says nothing of the sheet.
 */
export const correctProposed = async (
  record: DocumentRecord,
  fields: Partial<Pick<DocumentRecord, keyof typeof PROPOSED>>,
  ports: CorrectionPorts,
  terms: Pick<Terms, 'newId' | 'now'>,
): Promise<DocumentRecord> => {
  const [sheet, ...others] = record.sheets;
  if (!sheet || others.length > 0 || record.is_deleted) return record;
  const said: Corrected = {};
  for (const [field, ofSheet] of Object.entries(PROPOSED) as [keyof typeof PROPOSED, 'title'][]) {
    const value = fields[field];
    if (typeof value === 'string' && value !== sheet[ofSheet]) said[ofSheet] = value;
  }
  if (Object.keys(said).length === 0) return record;
  const block = (await readBlocks(record, ports['files.read'])).find(({ page }) => page === sheet.page);
  const examples = block ? examplesOf(record.document_id, block, said, sheet) : [];
  const printed = LEARNT_FIELDS.filter((field) => examples.some((example) => example.block.fields[field]));
  if (printed.length === 0) return record;
  const given = Object.fromEntries(printed.map((field) => [field, said[field]]));
  return correctSheet(record, sheet.page, given, ports, { newId: terms.newId, now: terms.now });
};
