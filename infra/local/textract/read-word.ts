/** A word as a recogniser reads it, in the form of Tesseract's JSON. */
export interface ReadWord {
  text: string;
  /** 0 to 100. */
  confidence: number;
  /** In pixels of the image, origin top left. */
  bbox: { x0: number; y0: number; x1: number; y1: number };
  /** Degrees clockwise by which the text is rotated; absent if it is upright. Tesseract never has it. */
  angle?: 270;
}
