/** A word read from an image. The box is in pixels of the image as given, origin top left. */
export interface OcrWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0..100 */
  confidence: number;
}

export interface OcrResult {
  /** in reading order */
  words: OcrWord[];
  /** the words line by line, blocks of text apart by an empty line */
  text: string;
  /** mean of the words', 0..100; 0 without words */
  confidence: number;
  /** false when the deadline came before every part of the image was read */
  complete: boolean;
}

/** An image in a format of sharp's (PNG, JPEG, TIFF …), or grey pixels, one byte each, row by row. */
export type OcrImage = Uint8Array | { data: Uint8Array; width: number; height: number };

export type Layout = 'scattered' | 'ruled';

export interface OcrOptions {
  /** pixels an inch of the image; 150 where not known */
  dpi?: number;
  /** milliseconds; what is read by then is the answer */
  deadline_ms?: number;
  /** `scattered` words, as on a drawing, where not given; `ruled` lines and cells, as in a title block */
  layout?: Layout;
}

/** Port: text recognition of one page image. */
export interface Ocr {
  /** @throws FileError (damaged, too_large, timeout), or Unavailable: trying again may help */
  recognise(image: OcrImage, options?: OcrOptions): Promise<OcrResult>;
}
