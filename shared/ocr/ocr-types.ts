/** A recognised word. The box is in pixels of the image as given, origin top left. */
export interface OcrWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Confidence, 0..100. */
  confidence: number;
  /** Degrees clockwise by which the text is rotated in the image; absent if it is upright or the engine does not report it. */
  angle?: 270;
}

export interface OcrResult {
  /** In reading order. */
  words: OcrWord[];
  /** The words line by line, with an empty line between blocks. */
  text: string;
  /** Mean confidence of the words, 0..100; 0 without words. */
  confidence: number;
  /** False if the deadline passed before the whole image was read. */
  complete: boolean;
}

/** An image in a format supported by sharp (PNG, JPEG, TIFF …), or grey pixels, one byte each, row by row. */
export type OcrImage = Uint8Array | { data: Uint8Array; width: number; height: number };

export type Layout = 'scattered' | 'ruled';

export interface OcrOptions {
  /** Density of the image in pixels per inch; 150 if unknown. */
  dpi?: number;
  /** Time limit in milliseconds; returns what was read until then. */
  deadline_ms?: number;
  /** Layout: `scattered` words as on a drawing (default), or `ruled` lines and cells as in a title block. */
  layout?: Layout;
  /** Language (ISO 639-2) of the text, one of those with data; the engine's first one by default. */
  language?: string | null;
  /** Reads with the data of the language only, also if its script is otherwise read together with English. */
  alone?: boolean;
}

/** An engine behind the port `Ocr`, which accepts images in more formats and has defaults for all options. */
export interface OcrEngine {
  /**
   * Languages (ISO 639-2) with data, the one first that is used by default, and wanted ones without data; absent if the
   * engine does not depend on any.
   */
  languages?: { available: readonly string[]; missing: readonly string[] };
  /** @throws FileError (damaged, too_large, timeout), or Unavailable if a retry may help */
  recognise(image: OcrImage, options?: OcrOptions): Promise<OcrResult>;
}
