import type { Sheet } from '../../../shared/domain/documents/document.ts';
import type { BlockPage } from '../../../shared/domain/sheets/index.ts';
import type { TextChunk } from '../../../shared/domain/text/index.ts';

/** What reading a file gave: everything that processing writes onto the record, images already stored. */
export interface Digest {
  /** The whole text, pages separated by a form feed; null where the file carries none. */
  text: string | null;
  title: string | null;
  sheets: Sheet[];
  /** The words of title blocks, kept for corrections; left out where there are none. */
  blocks?: BlockPage[];
  page_count: number | null;
  full_image_path: string | null;
  thumbnail_image_path: string | null;
  chunks: TextChunk[];
  summary: string | null;
  keywords: string[];
  related_queries: string[];
  /** What a reader should know although processing succeeded: pages without a text layer, for one. */
  detail: Record<string, unknown> | null;
  /** Pages without a text layer are there: text recognition may find more. */
  needs_ocr: boolean;
  /** Text recognition could not read some pages. */
  unread?: boolean;
}
