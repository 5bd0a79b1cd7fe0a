import type { Word } from '../../domain/page-text.ts';
import { type Box, union } from './geometry.ts';

/** Words in one row that are read together: a line of a note, a dimension, a table cell. */
export interface TextLine {
  words: Word[];
  text: string;
  box: Box;
  size: number;
  angle: number;
  /** The direction of slanting words, in degrees clockwise. */
  slant?: number;
  /** The line with arrows or strokes at its ends whose length the text states, in points of the newer sheet. */
  dimensionLine?: Box;
  /** The leader to that line from a text placed beside it. */
  leader?: Box;
  /** Only spelled like a sheet number or a dimension: the tag of an object, or an entry of the title block. */
  tag?: true;
}

/** A line of text that differs between the sheets. Boxes are in points of the newer sheet. */
export interface TextChange {
  /** `restyled`: the same text in another size. */
  kind: 'text_added' | 'text_removed' | 'text_changed' | 'text_moved' | 'restyled';
  old: TextLine | null;
  new: TextLine | null;
  box: Box;
}

type ChangeKind =
  | 'text_added'
  | 'text_removed'
  | 'text_changed'
  | 'text_moved'
  | 'graphic_added'
  | 'graphic_removed'
  | 'graphic_changed'
  | 'graphic_moved'
  | 'restyled'
  | 'row_added'
  | 'row_removed'
  | 'row_changed'
  | 'rows_moved'
  | 'column_added'
  | 'column_removed'
  | 'view_added'
  | 'view_removed'
  | 'view_moved'
  | 'view_rescaled'
  | 'cloud_added'
  | 'markup_added'
  | 'markup_removed'
  /** An object in another size: its changed dimensions and linework. */
  | 'resized'
  | 'repeated';

/** How the style of unchanged lines or text differs on the newer sheet, apart from colour. */
export type LineStyle = 'heavier' | 'finer' | 'dashes' | 'larger' | 'smaller' | 'filled' | 'emptied';

/** A changed region of the newer sheet, in points. */
export interface Change {
  kind: ChangeKind;
  box: Box;
  text: TextChange | null;
  /** Number of changed pixels, at the density of the comparison. */
  addedInk: number;
  removedInk: number;
  /** Its box on the older sheet, in coordinates of the newer one; only for changes of position. */
  from?: Box;
  /** Its name on the drawing: a view's title, a row's key, a column's heading. */
  name?: string;
  /** Only for changes of a table: its title (null without one), the heading of the column, the number of rows moved. */
  table?: string | null;
  heading?: string;
  count?: number;
  /** Whether it is ink away from all lines of sheets that consist of lines: images, mark-ups, unknown lettering. */
  isInk?: true;
  /** Number of the colour, or name of the layer, that only one of the sheets has. */
  ink?: number | string;
  /** The section line, or the mark of a detail, that it is. */
  mark?: string;
  /** Only for mark-ups: `highlight`, `red`, null for grey, and what it says; empty if nothing. */
  markup?: { form: string; colour: string | null; text: string };
  /** Whether it is a filled area. */
  isArea?: true;
  /** Only for `restyled`. */
  style?: LineStyle;
  /** Only for restyled lines: a key of the pen that the newer sheet draws them with. */
  pen?: string;
  /** The single changes that this one combines. */
  parts?: Change[];
}

/** Returns the number of pixels that a change added and removed. */
export const inkOf = ({ addedInk, removedInk }: Change): number => addedInk + removedInk;

/** Returns a change that also covers the area and the ink of another one. */
export const withPart = (whole: Change, part: Change): Change => ({
  ...whole,
  box: union(whole.box, part.box),
  addedInk: whole.addedInk + part.addedInk,
  removedInk: whole.removedInk + part.removedInk,
});

/** Returns the area and the ink of several changes. */
export const extentOf = (parts: readonly Change[]): Pick<Change, 'box' | 'addedInk' | 'removedInk'> => ({
  box: parts.map(({ box }) => box).reduce(union),
  addedInk: parts.reduce((sum, { addedInk }) => sum + addedInk, 0),
  removedInk: parts.reduce((sum, { removedInk }) => sum + removedInk, 0),
});

/** Returns the words of the texts that were added or removed. */
export const wordsOf = (changes: readonly Change[], verb: 'added' | 'removed'): Word[] =>
  changes.flatMap(({ text }) => (verb === 'added' ? text?.new : text?.old)?.words ?? []);

/** Combines changes to one with parts. */
export const combine = (kind: ChangeKind, parts: Change[]): Change => ({ kind, ...extentOf(parts), text: null, parts });

/** Returns the text of a change as it is, or as it was if it was removed; empty for linework. */
export const textOf = ({ text }: Pick<Change, 'text'>): string => (text?.new ?? text?.old)?.text ?? '';

/** Whether the text of a change is more than a value or a tag. */
export const hasWord = (change: Pick<Change, 'text'>): boolean => /\p{L}{2}/u.test(textOf(change));
