import { inNfc } from '../composed.ts';

/** One document in the register; `uploaded_by` is the user's `_id`. Times are ISO 8601. */
export interface RegisterLine {
  document_id: string;
  title: string | null;
  description: string | null;
  document_reference: string | null;
  status: string | null;
  processing_status: string | null;
  document_type: string | null;
  category: string | null;
  filename: string | null;
  file_size: number | null;
  uploaded_by: string | null;
  created_at: string;
  updated_at: string;
  uploaded_at: string | null;
  is_deleted: boolean;
  deleted_at: string | null;
  revision_root: string;
  /** Its sheets, as `writeSheetLines` writes them; null if there are none. */
  sheet_lines: string | null;
}

/** Returns the line that replaces a permanently deleted document: only its id, and no creation time. */
export const deletedLine = (document_id: string): RegisterLine => ({
  ...{ document_id, title: null, description: null, document_reference: null, status: null, processing_status: null },
  ...{ document_type: null, category: null, filename: null, file_size: null, uploaded_by: null, uploaded_at: null },
  ...{ created_at: '', updated_at: '', is_deleted: true, deleted_at: null, revision_root: document_id },
  sheet_lines: null,
});

/** Separates the fields of a searched text; no field contains it. */
export const SEPARATOR = '\u0000';

/** Requests are composed; a record need not be, such as one whose title was read from a file. */
const clean = (text: string | null): string =>
  inNfc(text ?? '')
    .toLowerCase()
    .replaceAll(SEPARATOR, ' ');

/** Returns title, reference and description as one lower-case text, for searching and for sorting by title. */
export const searchedText = (line: Pick<RegisterLine, 'title' | 'document_reference' | 'description'>): string =>
  [clean(line.title), clean(line.document_reference), clean(line.description)].join(SEPARATOR);

export const titleOf = (text: string): string => text.slice(0, text.indexOf(SEPARATOR));

export const referenceOf = (text: string): string => {
  const start = text.indexOf(SEPARATOR) + 1;
  return text.slice(start, text.indexOf(SEPARATOR, start));
};

/** Returns epoch milliseconds; NaN for null or an invalid time. */
export const instant = (time: string | null): number => (time === null ? Number.NaN : Date.parse(time));
