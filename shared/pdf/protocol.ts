import type { AnnotationText } from '../domain/page-text.ts';
import type { Linework } from '../drawing/linework.ts';
import type { DrawingModel } from '../drawing/model.ts';
import type { PdfErrorCode } from './pdf-error.ts';

/** x' = a·x + c·y + e, y' = b·x + d·y + f; from displayed page points to pixels. */
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
  /** Whole page (or `clip`) at this resolution; 150 when neither `dpi` nor `matrix` is given. */
  dpi?: number;
  /** Places the page freely; needs `width` and `height`. */
  matrix?: Matrix;
  /** Size of the picture in pixels. */
  width?: number;
  height?: number;
  /**
   * One channel instead of RGBA: a quarter of the memory. Faster on most sheets (half the time on sparse ones), up to
   * 1.3 × slower on the densest. Letters are smoothed in another way than in colour: pictures that are to be compared
   * must all be grey or all be not.
   */
  grey?: boolean;
  /** Only this part of the page, with `dpi`. */
  clip?: Box;
}

/** Rows from the top without padding: 1 channel (grey) or 4 (RGBA, opaque). */
export interface Picture {
  data: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  channels: 1 | 4;
}

/** A picture's greys, 0 black to 255 white, and its colours. Rows from the top without padding. */
export interface InkPicture {
  grey: Uint8Array<ArrayBuffer>;
  /** Null where all of it is grey. */
  colour: {
    /** How far each primary colour is above the least of them. */
    red: Uint8Array<ArrayBuffer>;
    green: Uint8Array<ArrayBuffer>;
    blue: Uint8Array<ArrayBuffer>;
    /** Row by row, 1 for each square of 64 pixels that holds anything coloured. */
    tiles: Uint8Array<ArrayBuffer>;
  } | null;
}

/** Words of one page as numbers, seven a word (x, y, width, height, size, angle, slant or NaN): cheap to hand over. */
export interface PackedText {
  page: number;
  width: number;
  height: number;
  /** Degrees clockwise by which the file turns the page for display. */
  rotation: number;
  numbers: Float32Array<ArrayBuffer>;
  /** Words, separated by `\n`. */
  words: string;
  text: string;
  annotations: AnnotationText[];
}

/** Objects on layers as numbers, five an object: index of the layer's name, x, y, width, height. */
export interface PackedLayers {
  names: string[];
  numbers: Float32Array<ArrayBuffer>;
}

/** An entry of the document's outline, in reading order. */
export interface OutlineEntry {
  title: string;
  /** 1-based; null where it leads elsewhere. */
  page: number | null;
  /** 0 for the outermost. */
  level: number;
}

/** What a document says of itself: evidence, often out of date. */
export interface DocumentFacts {
  /** Of its metadata. */
  title: string | null;
  outline: OutlineEntry[];
  /** One per page; empty where the document labels none. */
  pageLabels: string[];
}

/** What a page draws, found out once. */
export interface PageDrawing {
  model: DrawingModel;
  /** See packLinework. */
  linework: Uint8Array<ArrayBuffer>;
}

export interface Calls {
  /** Never asked: the thread sends the answer by itself once PDFium is up, as call 0. */
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
  drawing: { ask: { page: number }; answer: PageDrawing };
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
