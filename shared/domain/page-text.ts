/** A word as it stands on the displayed page. Points (1/72 in), origin top left, rotation and CropBox applied. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Font size in points. */
  size: number;
  /** Reading direction, degrees clockwise: 0, 90, 180 or 270. */
  angle: number;
}

/** The text layer of one page. */
export interface PageText {
  /** 1-based. */
  page: number;
  /** Points. */
  width: number;
  height: number;
  words: Word[];
  /** Plain text in reading order, lines separated by `\n`. */
  text: string;
}
