/** A word on the displayed page. Points (1/72 in) from the top left, with rotation and CropBox applied. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Font size in points. */
  size: number;
  /** Reading direction in degrees clockwise: 0, 90, 180 or 270, the one nearest to a slanting word's. */
  angle: number;
  /** The actual direction of a slanting word in degrees clockwise; its box is the upright one around it. */
  slant?: number;
  /**
   * How certain its reading is, 0 to 1, if it is drawn as strokes or outlines, or was recognised in an image; absent if the
   * file has it as text.
   */
  drawn?: number;
}

/** A word drawn as strokes or outlines. */
export interface DrawnWord extends Word {
  drawn: number;
}

/** The text of an annotation: a mark-up, a typewriter text, a measurement. Points, as displayed, like a word's. */
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

/** An annotation that is drawn on a sheet: a rectangle, a highlight, a stamp. Points, as displayed, like a word's. */
export interface Markup {
  /** Its PDF subtype: `Square`, `Highlight`, `Stamp`, … */
  kind: string;
  /** What it says; empty if nothing. */
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The bounds of an object on a layer (optional content group). Points, as displayed, like a word's. */
export interface LayeredObject {
  layer: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A ruled cell or another box of a page. Points, as displayed. */
export interface CellBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A line of a page that may be lettering drawn as strokes or outlines. */
export interface LetteringLine {
  /** As high as the font. Points, as displayed. */
  box: CellBox;
  /** Reading direction in degrees clockwise: 0, 90, 180 or 270. */
  angle: 0 | 90 | 180 | 270;
  /** Points. */
  capitalHeight: number;
  /** About how many characters it has. */
  characters: number;
}

/** What a page may say besides its words. */
export interface UnreadInk {
  /** Its images, except small ones. */
  images: CellBox[];
  /** Lines in the areas of title blocks that look like lettering. */
  lettering: CellBox[];
  /** All lines of the page that text recognition is to read. Absent if there are none. */
  lines?: LetteringLine[];
}

/** The text layer of one page. */
export interface PageText {
  /** 1-based. */
  page: number;
  /** Points. */
  width: number;
  height: number;
  /** Degrees clockwise by which the file rotates the page for display; absent if unknown. */
  rotation?: number;
  words: Word[];
  /** The ruled cells that contain words, except those as large as a drawing; absent if the linework was not read. */
  cells?: CellBox[];
  /** Absent if the linework was not read. */
  unread?: UnreadInk;
  /** The texts of annotations, which are neither among the words nor in `text`. Absent if there are none. */
  annotations?: AnnotationText[];
  /** Plain text in reading order, lines separated by `\n`. */
  text: string;
}
