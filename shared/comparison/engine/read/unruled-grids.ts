import { median } from '../../../domain/median.ts';
import type { Word } from '../../../domain/page-text.ts';
import type { TextLine } from '../change.ts';
import { cluster } from '../cluster.ts';
import { type Box, gaps, inflate, union } from '../geometry.ts';
import { type Grid, type GridCell, type GridRow, isWord } from './grids.ts';
import { findLines } from './text-lines.ts';
import {
  columnTolerancePoints,
  maximumColumnGapPoints,
  maximumEmptyRows,
  minimumSharedRowsShare,
  minimumUnruledRows,
} from './thresholds.ts';

const middleOf = ({ box }: TextLine): number => box.y + box.height / 2;
const boxOf = (lines: readonly TextLine[]): Box => lines.map(({ box }) => box).reduce(union);

/** Splits a column from top to bottom where too many rows are empty. */
const splitAtGaps = (column: readonly TextLine[]): TextLine[][] => {
  const pitches = column.slice(1).map((line, i) => middleOf(line) - middleOf(column[i]!));
  const largest = (maximumEmptyRows + 1) * median(pitches);
  const runs: TextLine[][] = [];
  for (const [i, line] of column.entries()) {
    if (i === 0 || pitches[i - 1]! > largest) runs.push([line]);
    else runs.at(-1)!.push(line);
  }
  return runs.filter((run) => run.length >= minimumUnruledRows);
};

/** Finds columns of entries that share their left edge, their middle or their right edge, longest first. */
const columnsOf = (lines: readonly TextLine[]): TextLine[][] => {
  const places = [0, 0.5, 1].map(
    (share) =>
      ({ box }: TextLine) =>
        box.x + share * box.width,
  );
  const runs = places.flatMap((place) => {
    const columns: TextLine[][] = [];
    for (const line of lines.toSorted((a, b) => place(a) - place(b))) {
      const last = columns.at(-1);
      if (last && place(line) - place(last[0]!) <= columnTolerancePoints) last.push(line);
      else columns.push([line]);
    }
    return columns.flatMap((column) => splitAtGaps(column.toSorted((a, b) => middleOf(a) - middleOf(b))));
  });
  const taken = new Set<TextLine>();
  return runs
    .sort((a, b) => b.length - a.length)
    .filter((run) => {
      if (run.some((line) => taken.has(line))) return false;
      for (const line of run) taken.add(line);
      return true;
    });
};

const inSameRow = (a: TextLine, b: TextLine): boolean => Math.abs(middleOf(a) - middleOf(b)) < 0.3 * a.size;

const areOfOneTable = (one: readonly TextLine[], other: readonly TextLine[]): boolean => {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  const { x, y } = gaps(boxOf(one), boxOf(other));
  if (y >= 0 || x < 0 || x > maximumColumnGapPoints) return false;
  const shared = fewer.filter((line) => more.some((other) => inSameRow(line, other))).length;
  return shared >= minimumSharedRowsShare * fewer.length;
};

/** Groups the lines of a table into columns by overlap of their horizontal extents. */
const lanesOf = (lines: readonly TextLine[]): TextLine[][] => {
  const lanes: { lines: TextLine[]; right: number }[] = [];
  for (const line of lines.toSorted((a, b) => a.box.x - b.box.x)) {
    const last = lanes.at(-1);
    const right = line.box.x + line.box.width;
    if (!last || line.box.x > last.right) lanes.push({ lines: [line], right });
    else {
      last.lines.push(line);
      last.right = Math.max(last.right, right);
    }
  }
  return lanes.map((lane) => lane.lines);
};

const gridOf = (columns: readonly TextLine[][], lines: readonly TextLine[]): Grid => {
  const core = boxOf(columns.flat());
  const keys = columns.flat();
  const own = lines.filter((line) => gaps(line.box, core).x < 0 && keys.some((key) => inSameRow(key, line)));
  const lanes = lanesOf(own);
  const rows: TextLine[][] = [];
  for (const line of own.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const last = rows.at(-1);
    if (last && inSameRow(last[0]!, line)) last.push(line);
    else rows.push([line]);
  }
  const pitch = median(rows.slice(1).map((row, i) => middleOf(row[0]!) - middleOf(rows[i]![0]!)));
  const { x, width } = inflate(boxOf(own), 2);
  const isHead = rows[0]!.length > 1 && rows[0]!.every(({ text }) => isWord(text));
  return {
    ...{ kind: 'table', title: null, caption: [], ruled: false, box: inflate(boxOf(own), pitch / 2) },
    headings: lanes.map((lane) => (isHead ? (rows[0]!.find((line) => lane.includes(line))?.text ?? '') : '')),
    rows: rows.map((row): GridRow => {
      const box = { x, width, y: middleOf(row[0]!) - pitch / 2, height: pitch };
      const cells = lanes.map((lane): GridCell | null => {
        const inLane = row.filter((line) => lane.includes(line));
        if (inLane.length === 0) return null;
        const text = inLane.map((line) => line.text).join(' ');
        return { box: boxOf(inLane), words: inLane.flatMap(({ words }) => words), text };
      });
      return { box, cells };
    }),
  };
};

/** Finds tables without rules: columns of entries next to each other, in common rows. */
export const unruledGridsOf = (words: readonly Word[]): Grid[] => {
  const lines = findLines(words.filter(({ angle, slant }) => angle === 0 && slant === undefined));
  return cluster(columnsOf(lines), areOfOneTable)
    .filter((columns) => columns.length > 1)
    .map((columns) => gridOf(columns, lines));
};
