import type { DocumentRecord } from './document.ts';

/** Matches section headings as numbered in construction specifications: `SECTION 03 30 00`, `SECTION 033000`. */
const NUMBERED_SECTION = /^\s*SECTION\s+\d{2}\s?\d{2}\s?\d{2}\b/gim;
/**
 * A letter may quote one section, but a specification has several headings, and in a long one several near the
 * beginning.
 */
const SECTIONS = 2;
const READ_CHARACTERS = 2_000_000;

/** Returns the type for a document without one, based on what was read from it; null if that is inconclusive. */
export const proposeType = (
  { mime_type }: Pick<DocumentRecord, 'mime_type'>,
  { sheets, text }: { sheets: readonly { sheet_number: string | null }[]; text: string | null },
): DocumentRecord['document_type'] => {
  if (sheets.some(({ sheet_number }) => sheet_number !== null)) return 'DRAWING';
  const sections = text?.slice(0, READ_CHARACTERS).match(NUMBERED_SECTION)?.length ?? 0;
  if (sections >= SECTIONS) return 'SPECIFICATION';
  return mime_type?.startsWith('image/') ? 'IMAGE' : null;
};
