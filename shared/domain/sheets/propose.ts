import type { Sheet } from './sheet.ts';

export interface ProposedFields {
  document_reference: string | null;
  revision: string | null;
  title: string | null;
}

/**
 * Returns the record fields for a document with these sheets. One sheet: its own number, revision and title. A set:
 * its sheet numbers as `A-101 … A-800`, the revision common to all sheets, and no title, because no sheet's title
 * names the whole. Without sheets: nulls.
 */
export function proposeFields(sheets: readonly Sheet[]): ProposedFields {
  const read = sheets.filter((sheet) => sheet.sheet_number !== null || sheet.title !== null);
  const [first] = read;
  const last = read.at(-1);
  if (!first || !last) return { document_reference: null, revision: null, title: null };
  if (sheets.length === 1) {
    return { document_reference: first.sheet_number, revision: first.revision, title: first.title };
  }
  const common = read.every((sheet) => sheet.revision === first.revision) ? first.revision : null;
  const numbers = read.map((sheet) => sheet.sheet_number).filter((number) => number !== null);
  const from = numbers[0] ?? null;
  const to = numbers.at(-1) ?? null;
  return {
    document_reference: from === to || from === null ? from : `${from} … ${to}`,
    revision: common,
    title: read.length === 1 ? first.title : null,
  };
}
