import * as z from 'zod';
import type { ComparedSetSheet, SetComparisonRecord } from '../../../shared/domain/comparisons/set-comparison.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { sheetKey } from '../../../shared/domain/sheets/citations.ts';
import type { SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import { supersededPages } from '../../../shared/domain/sheets/superseded.ts';
import { findInPage } from '../../../shared/domain/text/find-in-page.ts';
import { type SectionName as Name, type Section, sectionAt } from '../../../shared/domain/text/index.ts';
import { BoxView, fractionsOf } from '../../../shared/http/box-view.ts';
import { PROJECT_SHEETS_PORTS } from '../../../shared/http/project-sheets.ts';
import { SectionNameView } from '../../../shared/http/section-view.ts';
import type { FilesRead, Ports } from '../../../shared/ports.ts';
import { lookUpSheets } from '../../../shared/sheets/look-up-sheets.ts';
import { readPageText, type StoredPage } from '../../../shared/sheets/stored-pages.ts';
import { readSections } from '../../../shared/sheets/stored-sections.ts';

/** Maximum references returned. */
const MOST = 500;
/** Records per batch read, and pages whose texts are read concurrently. */
const READ = 50;
const PARALLEL = 16;

export const SetReference = z
  .object({
    sheet_number: z.string().meta({ description: 'The number of the sheet that the set changes', example: 'A-501' }),
    change: z.enum(['removed', 'renamed', 'changed']).meta({ description: 'What the newer set changes' }),
    detail: z.string().nullable().meta({ description: 'The referenced detail: `3` in `3/A-501`', example: '3' }),
    on: z
      .object({
        document_id: z.string(),
        page: z.int().meta({ description: 'The page number in the file, from 1', example: 1 }),
        sheet_number: z.string().nullable(),
        title: z.string().nullable().meta({ description: 'The title of the sheet, else of the document' }),
        section: SectionNameView.nullable().meta({
          description: 'The section of a specification that contains the reference; null on a sheet',
        }),
      })
      .meta({ description: 'The page that refers to the sheet' }),
    bounding_boxes: z
      .array(BoxView)
      .meta({ description: 'Where the page prints the number; empty if it is not known' }),
  })
  .meta({ id: 'ReferenceToChangedSheet', description: 'A reference to a sheet that the newer set changes' });
export type SetReference = z.output<typeof SetReference>;

/** The ports that `readReferences` needs, for `uses`. */
export const REFERENCE_PORTS = ['documents.read', 'sheet-index.read', ...PROJECT_SHEETS_PORTS, 'files.read'] as const;

type Changes = ReadonlyMap<string, Pick<SetReference, 'sheet_number' | 'change'>>;

/** Returns the references of a document's current pages to the changed sheets, without their positions. */
const referencesIn = (
  { document_id, title: ofDocument, sheets, is_latest }: DocumentRecord,
  changes: Changes,
  superseded: ReadonlySet<number>,
): SetReference[] =>
  sheets
    // The register says which numbered sheets are current; other pages are current if their document is.
    .filter(({ page, sheet_number }) => (sheet_number === null ? is_latest : !superseded.has(page)))
    .flatMap(({ page, sheet_number, title, sheet_references = [] }) =>
      sheet_references.flatMap((reference) => {
        const changed = changes.get(sheetKey(reference.sheet_number));
        if (!changed) return [];
        const on = { document_id, page, sheet_number, title: title ?? ofDocument, section: null };
        return [{ ...changed, detail: reference.detail ?? null, on, bounding_boxes: [] }];
      }),
    );

const printedOf = ({ detail, sheet_number }: SetReference): string =>
  detail === null ? sheet_number : `${detail}/${sheet_number}`;

/** Returns the section of a specification that contains a reference. */
const sectionOf = (reference: SetReference, text: string, sections: readonly Section[]): Name | null => {
  const { page, sheet_number } = reference.on;
  if (sheet_number !== null) return null;
  const printed = text.toLowerCase().indexOf(printedOf(reference).toLowerCase());
  const { number, title } = sectionAt(sections, page, printed < 0 ? text.length : printed) ?? {};
  return number === undefined ? null : { number, title: title ?? null };
};

/** Adds the positions of the references, which are searched for in the texts of their pages. */
const withPositions = async (
  organization_id: string,
  references: readonly SetReference[],
  files: FilesRead,
): Promise<SetReference[]> => {
  const pages = new Map<string, Promise<StoredPage | undefined>>();
  const sections = new Map<string, Promise<Section[]>>();
  const readPage = (document_id: string, page: number) => {
    const name = `${document_id} ${page}`;
    const reading = pages.get(name) ?? readPageText({ organization_id, document_id }, page, files);
    pages.set(name, reading);
    return reading;
  };
  const sectionsOf = (document_id: string) => {
    const reading = sections.get(document_id) ?? readSections({ organization_id, document_id }, files);
    sections.set(document_id, reading);
    return reading;
  };
  const found: SetReference[] = [];
  for (let start = 0; start < references.length; start += PARALLEL) {
    const some = references.slice(start, start + PARALLEL).map(async (reference) => {
      const { document_id, page } = reference.on;
      const text = await readPage(document_id, page);
      const boxes = text ? findInPage(text.words, printedOf(reference)).flatMap((match) => match.boxes) : [];
      const section = sectionOf(reference, text?.text ?? '', await sectionsOf(document_id));
      const bounding_boxes = text ? boxes.map((box) => fractionsOf(box, text)) : [];
      return { ...reference, on: { ...reference.on, section }, bounding_boxes };
    });
    found.push(...(await Promise.all(some)));
  }
  return found;
};

/**
 * Returns the references of the project's current pages to the changed, renamed and removed sheets.
 * @param register the sheets of the project
 */
export const readReferences = async (
  record: SetComparisonRecord,
  sheets: readonly ComparedSetSheet[],
  register: SheetRegister,
  ports: Pick<Ports, (typeof REFERENCE_PORTS)[number]>,
): Promise<{ items: SetReference[]; truncated: boolean }> => {
  const { organization_id, project_id } = record;
  const changes: Changes = new Map(
    sheets.flatMap(({ change, older }) => {
      if (!older || change === 'added' || change === 'unchanged') return [];
      return [[sheetKey(older.sheet_number), { sheet_number: older.sheet_number, change }] as const];
    }),
  );
  const wanted = [...changes.keys()].map((key) => ({ key, role: 'cites' as const }));
  const { ids, more } = await lookUpSheets(record, wanted, ports['sheet-index.read']);
  const references: SetReference[] = [];
  for (let start = 0; start < ids.length; start += READ) {
    const records = await ports['documents.read'].getMany(organization_id, ids.slice(start, start + READ));
    for (const document of records) {
      if (!document || document.is_deleted || document.project_id !== project_id) continue;
      const pages = new Set(supersededPages(register, document.document_id).map(({ page }) => page));
      references.push(...referencesIn(document, changes, pages));
    }
  }
  const items = await withPositions(organization_id, references.slice(0, MOST), ports['files.read']);
  return { items, truncated: more || references.length > MOST };
};
