import type { LayeredObject, Markup, PageText } from '../../../domain/page-text.ts';
import type { DrawingModel, PageObjects } from '../../../drawing/index.ts';
import type { Matrix } from '../geometry.ts';

/** One sheet as input of the engine; the caller provides access to the file. */
export interface SheetSource {
  /** 1-based page in its document. */
  page: number;
  text: PageText;
  /** Whether it is a scan: rendering a scan rotated is less exact than rotating its pixels. */
  imageOnly: boolean;
  /** Returns the objects on layers; empty if it has no layers. */
  layers(): Promise<LayeredObject[]>;
  /** Returns its drawn annotations, except typewriter texts and revision clouds. */
  markups(): Promise<Markup[]>;
  /** Returns the ink of its paths, and its ruled tables if asked for, in its own points. */
  objects(tables: boolean): Promise<PageObjects>;
  /** Returns the objects that locate and name changes, in its own points. */
  model(): Promise<DrawingModel>;
  /** Renders `width` × `height` pixels; `matrix` maps displayed points to pixels. @param isBare without annotations */
  render(matrix: Matrix, width: number, height: number, isBare?: boolean): Promise<Inked>;
}

/** A raster of a sheet, 0 black to 255 white. */
export interface Inked {
  grey: Uint8Array;
  /** Null if it is entirely grey. */
  colour: Colour | null;
}

/**
 * The departure of a raster from grey, one plane per primary colour: 0 where that primary does not exceed the others,
 * 255 where it is saturated. Grey ink is 0, so the colour of a line changes next to it as clearly as on bare paper.
 */
export interface Colour {
  red: Uint8Array;
  green: Uint8Array;
  blue: Uint8Array;
  /** Row by row, 1 for each tile of 64 × 64 pixels that contains colour. */
  tiles: Uint8Array;
}
