import * as z from 'zod';
import type { DocumentRecord } from '../documents/document.ts';
import type { PageOf } from './sheet-correction.ts';
import { isAt, type SheetRegister } from './sheet-register.ts';

/** The revision that has replaced a page. */
export const SupersededBy = z
  .object({
    document_id: z.string(),
    page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
    revision: z.string().nullable().meta({ description: 'The revision in the title block', example: 'C' }),
  })
  .meta({ id: 'SupersededBy', description: 'The current revision of the sheet' });
type SupersededBy = z.infer<typeof SupersededBy>;

/** A page of a document that a later revision has replaced. */
export interface SupersededPage {
  page: number;
  sheet_number: string;
  by: SupersededBy;
}

/** Returns the pages of a document that later revisions have replaced, in their order. */
export const supersededPages = (register: SheetRegister, document_id: string): SupersededPage[] => {
  const replaced = register.ofDocument(document_id).filter(({ page, sheet: { revisions, current } }) => {
    return revisions.some(isAt(page)) && !isAt(current)(page);
  });
  const found = replaced.map(({ page: { page, sheet_number }, sheet: { current } }) => ({
    ...{ page, sheet_number },
    by: { document_id: current.document_id, page: current.page, revision: current.revision },
  }));
  return found.sort((a, b) => a.page - b.page);
};

/** Returns the revision that has replaced a page; null for a current revision and for pages without a number. */
export const supersededBy = (register: SheetRegister, { document_id, page }: PageOf): SupersededBy | null =>
  supersededPages(register, document_id).find((each) => each.page === page)?.by ?? null;

/** Whether later revisions can have replaced every page of a document: each has a number. */
export const canBeSuperseded = ({ is_latest, is_deleted, sheets }: DocumentRecord): boolean =>
  is_latest && !is_deleted && sheets.length > 0 && sheets.every(({ sheet_number }) => sheet_number !== null);

/**
 * Returns the record with `is_latest` false if later revisions have replaced all of its pages. A page without a number
 * is never replaced, because its replacement is unknown.
 * @param register the sheets of its project
 */
export const withSuperseding = (record: DocumentRecord, register: SheetRegister): DocumentRecord => {
  if (!canBeSuperseded(record)) return record;
  const pages = new Set(supersededPages(register, record.document_id).map(({ page }) => page));
  return record.sheets.every(({ page }) => pages.has(page)) ? { ...record, is_latest: false } : record;
};
