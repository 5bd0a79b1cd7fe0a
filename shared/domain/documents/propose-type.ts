import type { DocumentRecord } from './document.ts';

/** A heading of a section as construction specifications number them: `SECTION 03 30 00`, `SECTION 033000`. */
const NUMBERED_SECTION = /^\s*SECTION\s+\d{2}\s?\d{2}\s?\d{2}\b/gim;
/** A letter may quote one section; a specification has several headings, a long one of them within its beginning. */
const SECTIONS = 2;
const READ_CHARACTERS = 2_000_000;

/** The type that a document without one is given: what was read of it decides; null where that tells none. */
export const proposeType = (
  { mime_type }: Pick<DocumentRecord, 'mime_type'>,
  { sheets, text }: { sheets: readonly { sheet_number: string | null }[]; text: string | null },
): DocumentRecord['document_type'] => {
  if (sheets.some(({ sheet_number }) => sheet_number !== null)) return 'DRAWING';
  const sections = text?.slice(0, READ_CHARACTERS).match(NUMBERED_SECTION)?.length ?? 0;
  if (sections >= SECTIONS) return 'SPECIFICATION';
  return mime_type?.startsWith('image/') ? 'IMAGE' : null;
};
