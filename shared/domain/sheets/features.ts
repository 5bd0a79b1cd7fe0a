import { type Block, nearness } from './block.ts';
import type { Line } from './lines.ts';
import { type Features, when } from './score.ts';

/** Number of texts that a cell of a title block may contain; a cell with more is a table or a list of notes. */
const MOST_IN_CELL = 6;
/** Maximum distance from a heading to the text below it, in the heading's font sizes. */
const MAXIMUM_HEAD_SIZES = 3;

/** Whether a small text of words that is not a known label heads the cell of a value, or directly precedes it. */
const isHeaded = (line: Line, block: Block): boolean =>
  (line.cell ? (block.byCell.get(line.cell) ?? []) : []).some(
    (head) =>
      head !== line &&
      head.angle === line.angle &&
      head.size < 0.85 * line.size &&
      /\p{L}{2}/u.test(head.text) &&
      head.text.length <= 40 &&
      head.v1 <= line.v1 &&
      line.v0 - head.v1 < MAXIMUM_HEAD_SIZES * head.size,
  );

/** Maximum distance of a number from the word between it and the other number of a count, in its font sizes. */
const MAXIMUM_COUNT_SIZES = 4;

/** Whether a number is one of a count of sheets that is printed in pieces: `SHEET 1 OF 3`. */
export const isCounted = (line: Line, block: Block): boolean =>
  /^\d{1,3}$/.test(line.text.trim()) &&
  block.totals.some(
    (word) =>
      word.angle === line.angle &&
      Math.abs(word.v0 + word.v1 - line.v0 - line.v1) < Math.max(line.size, word.size) &&
      Math.max(word.u0 - line.u1, line.u0 - word.u1) < MAXIMUM_COUNT_SIZES * line.size,
  );

/** Returns the evidence that applies to any field: labels, cell, place and lettering of a text. */
export const commonFeatures = (block: Block, line: Line): Record<string, number> => {
  const inCell = line.cell ? (block.byCell.get(line.cell)?.length ?? 0) : 0;
  const around = new Set(
    block.labels.filter((label) => nearness(label.place, line.place) > 0.62).map(({ kind }) => kind),
  );
  return {
    ...block.surroundings(line),
    cell: inCell > 0 && inCell <= MOST_IN_CELL ? 1 : 0,
    only_in_cell: inCell === 1 ? 1 : 0,
    crowded_cell: inCell > MOST_IN_CELL ? 1 : 0,
    headed: line.cell && inCell <= MOST_IN_CELL && isHeaded(line, block) ? 1 : 0,
    kinds_around: Math.min(4, around.size) / 4,
    in_cluster: block.cluster && nearness(block.cluster, line.place) > 0.9 ? 1 : 0,
    no_cluster: block.cluster ? 0 : 1,
    no_labels: when(block.unlabelled),
    grid: block.gridMarks.has(line) ? 1 : 0,
    turned: line.angle === block.angle ? 0 : 1,
  };
};

/** Returns how strongly labels of each other kind claim a text. */
export const rivalClaims = (block: Block, line: Line, own: string): Features => {
  const owner = block.owned(line);
  const claims: Record<string, number> = {};
  for (const kind of ['sheet_number', 'title', 'revision', 'date', 'scale', 'other'] as const) {
    if (kind !== own) claims[`claimed_${kind}`] = block.regionOf(line.place) > 0.1 ? owner.of(kind) : 0;
  }
  return claims;
};
