import type { Line } from './lines.ts';
import { minimumGridMarks } from './thresholds.ts';

const MARK = /^(?:[A-Z]|\d{1,2})$/;

/**
 * Returns the letters and numbers of the zones along the frame: marks of one size, of which at least three form a row or
 * column, and those that face each other.
 */
export const gridMarks = (lines: readonly Line[]): ReadonlySet<Line> => {
  const bySize = Map.groupBy(
    lines.filter(({ text }) => MARK.test(text.trim())),
    ({ size, angle }) => `${size.toFixed(1)} ${angle}`,
  );
  const countBeside = (mark: Line, marks: readonly Line[], across: (line: Line) => number): number =>
    new Set(marks.filter((other) => Math.abs(across(other) - across(mark)) < 0.5 * mark.size).map(({ text }) => text))
      .size;
  const found = [...bySize.values()].flatMap((marks) => {
    const counted = marks.map((mark) => ({
      mark,
      count: Math.max(
        countBeside(mark, marks, ({ v1 }) => v1),
        countBeside(mark, marks, ({ u0, u1 }) => (u0 + u1) / 2),
      ),
    }));
    const hasBoth = new Set(marks.map(({ text }) => /\d/.test(text))).size === 2;
    const isFrame = hasBoth && counted.some(({ count }) => count >= minimumGridMarks);
    return isFrame ? counted.filter(({ count }) => count > 1).map(({ mark }) => mark) : [];
  });
  return new Set(found);
};
