import type { Bounds } from './linework.ts';

/**
 * How a symbol was recognised: the swing of a door, the panes of a window, a letter or number in a circle, a mark of a
 * level, an elevation or north, or linework that is used more than once.
 */
export const symbolKinds = ['door', 'window', 'tag', 'level_mark', 'elevation_mark', 'north_arrow', 'block'] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** Symbols of equal appearance, counted. */
export interface DrawnSymbol {
  kind: SymbolKind;
  /**
   * The text of a tag or a mark, the width of a door or window in points, or the number of a block on the page; empty
   * for a north arrow.
   */
  name: string;
  /** The layer of the first one found; null without layers. */
  layer: string | null;
  count: number;
  /** One box per symbol, from the top, in points as displayed. */
  places: Bounds[];
  /** 0 to 1. */
  confidence: number;
}

/** One symbol before equal ones are counted. */
export interface FoundSymbol extends Pick<DrawnSymbol, 'kind' | 'name' | 'layer' | 'confidence'> {
  box: Bounds;
}
