import type { StyledHeading } from '../domain/text/index.ts';

/** The text of a file, page by page. */
export interface ExtractedText {
  /** 1-based pages: sheets of a workbook, slides, pages where the format marks their ends, else one page. */
  pages: { page: number; text: string; headings?: StyledHeading[] }[];
  /** The text of all pages, with an empty line between them. */
  text: string;
  /** The title in the file's metadata. */
  title?: string;
  /** Warnings to the user about text that is missing, as sentences. */
  warnings: string[];
  /** PDF files attached to a message, which another process reads. Absent if there are none. */
  pdfs?: PdfAttachment[];
}

/** A PDF file attached to a message. */
export interface PdfAttachment {
  filename: string;
  bytes: Uint8Array;
}

/** Limits of one extraction. */
export interface ExtractLimits {
  max_input_bytes: number;
  /** Maximum number of parts of a zip container. */
  max_entries: number;
  /** Maximum number of bytes of all parts read from a zip container, declared and actual. */
  max_uncompressed_bytes: number;
  /** Maximum length in UTF-16 units; longer text is cut, with a warning. */
  max_text_length: number;
}

export const EXTRACT_LIMITS: ExtractLimits = {
  max_input_bytes: 64 * 1024 * 1024,
  max_entries: 20_000,
  max_uncompressed_bytes: 256 * 1024 * 1024,
  max_text_length: 5_000_000,
};

/** Further results of a format's reader; pages are collected in the writer. */
export interface ReadResult {
  title?: string;
  warnings?: string[];
}
