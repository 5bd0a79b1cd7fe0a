import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Box, inflate, union } from '../geometry.ts';
import { marksIn, wipe } from './marks.ts';

/** Differences found by comparing objects of both sheets, such as tables, instead of lines of text and ink. */
export interface Explained {
  changes: Change[];
  /** Changed cells, row by row, that kept their place: they count only if ink differs there. */
  doubtful: Change[][];
  /** The words of either sheet that are part of these objects, changed or not. */
  older: Set<Word>;
  newer: Set<Word>;
  /** Areas of the newer sheet in which the objects explain all differences of ink. */
  areas: Box[];
}

const textBox = ({ text, box }: Change): Box =>
  [text?.old?.box, text?.new?.box].filter((one) => one !== undefined).reduce(union, box);

/** Joins the changed cells of a row to one change. */
export const joinCells = (parts: Change[]): Change => {
  const { table, name } = parts[0]!;
  if (parts.length === 1) return parts[0]!;
  return {
    ...{ kind: 'row_changed', text: null, addedInk: 0, removedInk: 0, parts },
    box: parts.map(({ box }) => box).reduce(union),
    ...(table !== undefined && { table }),
    ...(name !== undefined && { name }),
  };
};

/** Returns the changes of objects, without those that differ only in the text layer. */
export const visibleChanges = (explained: Explained, marks: Uint8Array, sheets: AlignedSheets): Change[] => [
  ...explained.changes,
  ...explained.doubtful.flatMap((cells) => {
    const seen = cells.filter((cell) => {
      const { added, removed } = marksIn(marks, sheets, inflate(textBox(cell), 1));
      return added + removed > 0;
    });
    return seen.length === 0 ? [] : [joinCells(seen)];
  }),
];

/** Clears the marks that the objects explain. */
export const wipeExplained = (
  { areas, doubtful }: Explained,
  changes: readonly Change[],
  marks: Uint8Array,
  sheets: AlignedSheets,
): void => {
  for (const box of areas) wipe(marks, sheets, box);
  for (const change of [...changes.flatMap((one) => [one, ...(one.parts ?? [])]), ...doubtful.flat()])
    if (change.text) wipe(marks, sheets, inflate(textBox(change), 1));
};
