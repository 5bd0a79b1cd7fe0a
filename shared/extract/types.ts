/** Text of a file, page by page. */
export interface ExtractedText {
  /** 1-based pages: sheets of a workbook, slides, pages where the format marks their ends, else one page */
  pages: { page: number; text: string }[];
  /** all pages, an empty line between them */
  text: string;
  /** the title that the file itself states */
  title?: string;
  /** what is missing from the text, as sentences for the user */
  warnings: string[];
}

/** Bounds of one extraction. */
export interface ExtractLimits {
  max_input_bytes: number;
  /** of a zip container */
  max_entries: number;
  /** all parts read from a zip container together, declared and actual */
  max_uncompressed_bytes: number;
  /** in UTF-16 units; longer text is cut, with a warning */
  max_text_length: number;
}

export const EXTRACT_LIMITS: ExtractLimits = {
  max_input_bytes: 64 * 1024 * 1024,
  max_entries: 20_000,
  max_uncompressed_bytes: 256 * 1024 * 1024,
  max_text_length: 5_000_000,
};

/** What a reader of one format gives: pages are collected in the writer. */
export interface ReadResult {
  title?: string;
  warnings?: string[];
}
