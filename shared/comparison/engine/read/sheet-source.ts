import type { LayeredObject, PageText } from '../../../domain/page-text.ts';
import type { Matrix } from '../geometry.ts';

/** One sheet as the engine sees it; whoever calls the engine brings the reader. */
export interface SheetSource {
  /** 1-based page in its document. */
  page: number;
  text: PageText;
  /** A scan: rendering it through a turn is less exact than turning its pixels. */
  imageOnly: boolean;
  /** What it draws on layers; nothing where it has none. */
  layers(): Promise<LayeredObject[]>;
  /** Picture of `width` × `height` pixels; `matrix` leads from displayed points to pixels. */
  render(matrix: Matrix, width: number, height: number): Promise<Inked>;
}

/** A picture of a sheet, 0 black to 255 white. */
export interface Inked {
  grey: Uint8Array;
  /** Null where all of it is grey. */
  colour: Colour | null;
}

/**
 * How far a picture leaves its greys, a plane for each primary colour: 0 where it is not above the others, 255 where it
 * shines alone. Grey ink is nothing here, and a line changes its colour beside it as plainly as on bare paper.
 */
export interface Colour {
  red: Uint8Array;
  green: Uint8Array;
  blue: Uint8Array;
  /** Row by row, 1 for each square of 64 pixels that holds anything coloured. */
  tiles: Uint8Array;
}
