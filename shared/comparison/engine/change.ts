import type { TextChange } from './differ/text-difference.ts';
import type { Box } from './geometry.ts';

type ChangeKind =
  | 'text_added'
  | 'text_removed'
  | 'text_changed'
  | 'text_moved'
  | 'graphic_added'
  | 'graphic_removed'
  | 'graphic_changed'
  | 'restyled'
  | 'row_added'
  | 'row_removed'
  | 'view_added'
  | 'view_removed'
  | 'view_moved'
  | 'view_rescaled'
  | 'cloud_added'
  | 'repeated';

/** How the same lines, or the same text, are drawn on the newer sheet, where it is not another colour. */
export type LineStyle = 'heavier' | 'finer' | 'dashes' | 'larger' | 'smaller' | 'filled' | 'emptied';

/** A changed place on the newer sheet, in points. */
export interface Change {
  kind: ChangeKind;
  box: Box;
  text: TextChange | null;
  /** Changed pixels, at the density of the comparison. */
  addedInk: number;
  removedInk: number;
  /** Where it was on the older sheet, on the newer sheet's coordinates; only what moved has it. */
  from?: Box;
  /** What it is called on the drawing: a view's title, a row's key. */
  name?: string;
  /** Of `restyled` alone. */
  style?: LineStyle;
  /** Single changes that this one stands for. */
  parts?: Change[];
}
