import * as z from 'zod';
import type { DocumentRecord } from '../documents/document.ts';
import { isAt, type RegisteredSheet } from './sheet-register.ts';

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

const derived = new WeakMap<readonly RegisteredSheet[], ReadonlyMap<string, SupersededPage[]>>();

/**
 * Returns the superseded pages of each document, in their order. Derived once per register, which a list that is read
 * often would otherwise repeat.
 */
export const supersededPages = (sheets: readonly RegisteredSheet[]): ReadonlyMap<string, SupersededPage[]> => {
  const known = derived.get(sheets);
  if (known) return known;
  const found = new Map<string, SupersededPage[]>();
  for (const { revisions, current } of sheets) {
    const by = { document_id: current.document_id, page: current.page, revision: current.revision };
    for (const revision of revisions) {
      if (isAt(current)(revision)) continue;
      const { document_id, page, sheet_number } = revision;
      const pages = found.get(document_id) ?? [];
      pages.push({ page, sheet_number, by });
      found.set(document_id, pages);
    }
  }
  for (const pages of found.values()) pages.sort((a, b) => a.page - b.page);
  derived.set(sheets, found);
  return found;
};

/** Whether later revisions can have replaced every page of a document: each has a number. */
export const canBeSuperseded = ({ is_latest, is_deleted, sheets }: DocumentRecord): boolean =>
  is_latest && !is_deleted && sheets.length > 0 && sheets.every(({ sheet_number }) => sheet_number !== null);

/**
 * Returns the record with `is_latest` false if later revisions have replaced all of its pages. A page without a number
 * is never replaced, since nothing says by what.
 * @param superseded the superseded pages of its project
 */
export const withSuperseding = (
  record: DocumentRecord,
  superseded: ReadonlyMap<string, SupersededPage[]>,
): DocumentRecord => {
  if (!canBeSuperseded(record)) return record;
  const pages = new Set((superseded.get(record.document_id) ?? []).map(({ page }) => page));
  return record.sheets.every(({ page }) => pages.has(page)) ? { ...record, is_latest: false } : record;
};
