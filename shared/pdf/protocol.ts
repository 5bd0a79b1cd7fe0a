import type { AnnotationText, CellBox, DrawnWord, Markup, UnreadInk } from '../domain/page-text.ts';
import type { Linework } from '../drawing/linework.ts';
import type { DrawingModel, PageObjects } from '../drawing/model.ts';
import type { PdfErrorCode } from './pdf-error.ts';
import type { CompiledModule } from './pdfium-module.ts';

/** x' = a·x + c·y + e, y' = b·x + d·y + f, from displayed page points to pixels. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Points, origin top left. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PageSize {
  width: number;
  height: number;
}

export interface RenderOptions {
  /** Renders the whole page (or `clip`) at this resolution; 150 if neither `dpi` nor `matrix` is given. */
  dpi?: number;
  /** Positions the page freely; requires `width` and `height`. */
  matrix?: Matrix;
  /** Size of the image in pixels. */
  width?: number;
  height?: number;
  /**
   * One channel instead of RGBA. With `true` the page is rendered in grey: a quarter of the memory, and faster on most sheets
   * (half the time on sparse ones), up to 1.3 × slower on the densest. Text is antialiased differently than in colour, so
   * images to be compared must all be grey or all be in colour. With `'ink'` it is rendered in colour, which takes the time
   * and memory of RGBA, and converted to greys in which pale coloured lettering is dark for recognition (`inkGreys`); so are
   * coloured fills behind text.
   */
  grey?: boolean | 'ink';
  /** Renders only this part of the page; used with `dpi`. */
  clip?: Box;
  /** Leaves out the annotations. */
  isBare?: boolean;
}

/** Rows from the top without padding: 1 channel (grey) or 4 (RGBA, opaque). */
export interface Picture {
  data: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  channels: 1 | 4;
}

/** The greys of an image, 0 black to 255 white, and its colours; rows from the top without padding. */
export interface InkPicture {
  grey: Uint8Array<ArrayBuffer>;
  /** Null if it is entirely grey. */
  colour: {
    /** By how much each primary colour exceeds the lowest one. */
    red: Uint8Array<ArrayBuffer>;
    green: Uint8Array<ArrayBuffer>;
    blue: Uint8Array<ArrayBuffer>;
    /** Row by row, 1 for each tile of 64 × 64 pixels that contains colour. */
    tiles: Uint8Array<ArrayBuffer>;
  } | null;
}

/**
 * The words of one page as seven numbers each (x, y, width, height, size, angle, slant or NaN), which are cheap to
 * transfer.
 */
export interface PackedText {
  page: number;
  width: number;
  height: number;
  /** Degrees clockwise by which the file turns the page for display. */
  rotation: number;
  numbers: Float32Array<ArrayBuffer>;
  /** Words separated by `\n`. */
  words: string;
  text: string;
  annotations: AnnotationText[];
}

/** Objects on layers as five numbers each: index of the layer's name, x, y, width, height. */
export interface PackedLayers {
  names: string[];
  numbers: Float32Array<ArrayBuffer>;
}

/** An entry of the document's outline, in reading order. */
export interface OutlineEntry {
  title: string;
  /** 1-based; null if its destination is not a page of the document. */
  page: number | null;
  /** Depth in the outline; 0 is the top level. */
  level: number;
}

/** The document's own metadata, which is often out of date. */
export interface DocumentFacts {
  /** Title in the metadata. */
  title: string | null;
  outline: OutlineEntry[];
  /** One label per page; empty if the document has none. */
  pageLabels: string[];
}

/** The objects detected on a page, computed once. */
export interface PageDrawing {
  model: DrawingModel;
  /** The ruled cells with words; see PageText. */
  cells: CellBox[];
  /** What may be lettering that is among no words; see PageText. */
  unread: UnreadInk;
  /** See packLinework. */
  linework: Uint8Array<ArrayBuffer>;
  /** Why the page has no objects. Absent if they were detected. */
  omitted?: PdfErrorCode;
}

/** What a thread is given at its start. */
export interface ThreadData {
  pdfium: CompiledModule;
}

export interface Calls {
  /** Never requested: the thread sends this as the answer to call 0 when PDFium is ready. */
  start: { ask: Record<string, never>; answer: { thread: number | undefined } };
  open: {
    ask: { bytes?: Uint8Array; path?: string; password?: string; memoryLimitBytes: number };
    answer: { pageCount: number };
  };
  size: { ask: { page: number }; answer: PageSize };
  text: { ask: { page: number }; answer: PackedText };
  render: { ask: { page: number; options: RenderOptions }; answer: Picture };
  ink: { ask: { page: number; options: Omit<RenderOptions, 'grey'> }; answer: InkPicture };
  facts: { ask: Record<string, never>; answer: DocumentFacts };
  layers: { ask: { page: number }; answer: PackedLayers };
  linework: { ask: { page: number }; answer: Linework };
  drawing: { ask: { page: number; lettering?: readonly DrawnWord[] }; answer: PageDrawing };
  objects: { ask: { page: number; tables: boolean; lettering: readonly DrawnWord[] }; answer: PageObjects };
  model: { ask: { page: number }; answer: DrawingModel };
  cells: { ask: { page: number }; answer: CellBox[] };
  markups: { ask: { page: number }; answer: Markup[] };
  imageOnly: { ask: { page: number }; answer: boolean };
  close: { ask: Record<string, never>; answer: { heapBytes: number } };
}

export type CallName = keyof Calls;
export interface Ask {
  id: number;
  call: CallName;
  ask: Calls[CallName]['ask'];
}
export type Answer = { id: number } & (
  | { answer: Calls[CallName]['answer'] }
  | { error: { code: PdfErrorCode | 'usage'; message: string }; fatal: boolean }
);
