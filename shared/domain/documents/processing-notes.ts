import type { DocumentRecord } from './document.ts';

type Noted = Pick<DocumentRecord, 'error_detail' | 'processing_status' | 'text_status'>;

/**
 * Separates the notes that processing leaves in `error_detail`: how the text was read, or is being read, and what went
 * wrong. A text that was read whole has nothing of the latter.
 */
export const notesOf = ({ error_detail, processing_status, text_status }: Noted) => {
  const isRead = processing_status === 'PROCESSED' && error_detail !== null && 'text_layer' in error_detail;
  if (!isRead) return { error_detail, reading: null };
  const isWhole = text_status !== 'partial' && !('sheets_up_to_page' in error_detail);
  return { error_detail: isWhole ? null : error_detail, reading: error_detail };
};
