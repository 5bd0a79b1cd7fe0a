import type { Pieces } from '../../../drawing/index.ts';
import type { Match, Matrix, Point } from '../geometry.ts';
import { findConsensus } from './consensus.ts';
import {
  lineTolerancesPoints,
  maximumAlignedLines,
  maximumLineOccurrences,
  minimumAgreeingLineShare,
  minimumAgreeingLines,
  placeTolerancePoints,
} from './thresholds.ts';

interface Line {
  middle: Point;
  length: number;
}

/** Returns the longest lines. */
const longLines = ({ ends, pen: { length: count } }: Pieces): Line[] => {
  const lines = Array.from({ length: count }, (_, i): Line => {
    const [x0, y0, x1, y1] = [ends[4 * i]!, ends[4 * i + 1]!, ends[4 * i + 2]!, ends[4 * i + 3]!];
    return { middle: { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }, length: Math.hypot(x1 - x0, y1 - y0) };
  });
  return lines.sort((a, b) => b.length - a.length).slice(0, maximumAlignedLines);
};

const areAtOnePlace = (a: Point, b: Point): boolean =>
  Math.abs(a.x - b.x) <= placeTolerancePoints && Math.abs(a.y - b.y) <= placeTolerancePoints;

/** Pairs lines that may be the same one: those of about equal length, or, where there are many, only those at the same place. */
const matchesOf = (older: readonly Line[], newer: readonly Line[]): Match[] => {
  const byLength = Map.groupBy(newer, ({ length }) => Math.round(length));
  return older.flatMap(({ middle, length }): Match[] => {
    const equal = [...new Set([Math.floor(length), Math.ceil(length)])].flatMap((key) => byLength.get(key) ?? []);
    const likely =
      equal.length <= maximumLineOccurrences ? equal : equal.filter((other) => areAtOnePlace(middle, other.middle));
    return likely.map((other) => ({ from: middle, to: other.middle }));
  });
};

/**
 * Aligns two drawn sheets by their lines of equal length, whatever pens draw them. Returns null if too few of them agree.
 * @returns the matrix that maps points of the older sheet to points of the newer one, and the share (0..1) of the lines
 *   of the sheet with fewer of them that agree
 */
export const alignByLines = (
  older: Pieces,
  newer: Pieces,
  { width, height }: { width: number; height: number },
): { matrix: Matrix; confidence: number } | null => {
  const [before, after] = [longLines(older), longLines(newer)];
  const matches = matchesOf(before, after);
  const found = findConsensus(matches, { tolerances: lineTolerancesPoints, width, height });
  if (!found) return null;
  const agreeing = new Set(found.inliers.map(({ from }) => from)).size;
  const confidence = Math.min(1, agreeing / Math.min(before.length, after.length));
  return agreeing < minimumAgreeingLines || confidence < minimumAgreeingLineShare
    ? null
    : { matrix: found.matrix, confidence };
};
