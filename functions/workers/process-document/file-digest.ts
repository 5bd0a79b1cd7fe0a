import type { PageText } from '../../../shared/domain/page-text.ts';
import type { BlockPage } from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import type { Section, TextChunk } from '../../../shared/domain/text/index.ts';

/** The result of reading a file: everything that processing writes to the record. Images are already stored. */
export interface FileDigest {
  /** The whole text, pages separated by a form feed; null if the file has no text. */
  text: string | null;
  title: string | null;
  sheets: Sheet[];
  /** The words of title blocks, stored for later corrections; absent if there are none. */
  blocks?: BlockPage[];
  /** Digests of the images of a PDF's pages. */
  image_digests?: ReadonlyMap<number, string>;
  /** The text layer of each page of a PDF, kept for readers of single pages; left out for other files. */
  pages?: readonly PageText[];
  page_count: number | null;
  full_image_path: string | null;
  thumbnail_image_path: string | null;
  /** The sections of a specification or another numbered text, in order. */
  sections: Section[];
  chunks: TextChunk[];
  summary: string | null;
  keywords: string[];
  related_queries: string[];
  /** Notes about a successful run, such as pages without a text layer. */
  detail: Record<string, unknown> | null;
  /** Whether there are pages without a text layer, so that text recognition may find more. */
  needs_ocr: boolean;
  /** Whether text recognition could not read some pages. */
  unread?: boolean;
}
