/** A word as it stands on the displayed page. Points (1/72 in), origin top left, rotation and CropBox applied. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Font size in points. */
  size: number;
  /** Reading direction, degrees clockwise: 0, 90, 180 or 270, the nearest to a slanting word's. */
  angle: number;
  /** A slanting word's own direction, degrees clockwise; its box is the upright one around it. */
  slant?: number;
}

/** What an annotation says: a mark-up, a typewriter text, a measurement. Points, as displayed, like a word's. */
export interface AnnotationText {
  /** May have several lines. */
  text: string;
  /** Its PDF subtype: `FreeText`, `Line`, `Polygon`, … */
  kind: string;
  x: number;
  y: number;
  width: number;
  height: number;
  annotation: true;
}

/** The bounds of an object that stands on a layer (optional content group). Points, as displayed, like a word's. */
export interface LayeredObject {
  layer: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The text layer of one page. */
export interface PageText {
  /** 1-based. */
  page: number;
  /** Points. */
  width: number;
  height: number;
  /** Degrees clockwise by which the file turns the page for display; left out where that is not known. */
  rotation?: number;
  words: Word[];
  /** What stands in annotations; these are not among the words, nor in `text`. Left out where there are none. */
  annotations?: AnnotationText[];
  /** Plain text in reading order, lines separated by `\n`. */
  text: string;
}
