import type { PageInk } from '../../../drawing/index.ts';
import type { Matrix } from '../geometry.ts';
import { type ChangedArea, differAreas } from './area-difference.ts';
import { ComparedLinework } from './line-difference.ts';

/** The linework of two aligned sheets and the filled areas that differ. */
export interface SheetLines {
  linework: ComparedLinework;
  areas: ChangedArea[];
}

/**
 * Returns null unless both sheets consist of lines.
 * @param matrix maps points of the older sheet to points of the newer one
 */
export const sheetLines = (older: PageInk | null, newer: PageInk | null, matrix: Matrix): SheetLines | null =>
  older && newer
    ? {
        linework: new ComparedLinework(older.pieces, newer.pieces, matrix),
        areas: differAreas(older.areas, newer.areas, matrix),
      }
    : null;
