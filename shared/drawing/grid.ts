import type { Word } from '../domain/page-text.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Line, lengthOf } from './line.ts';
import { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { Bubble } from './symbols.ts';
import { textOf } from './text.ts';

/** A grid line: a long line that leads to a bubble with its name. Points, as displayed. */
export interface GridLine {
  name: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A section or detail mark: the number of the view, and the sheet that contains it. */
export interface Mark {
  view: string;
  sheet: string;
  box: Bounds;
}

/** The heading of a view: its number in a bubble, its title above a line, its scale below it. */
export interface ViewHeading {
  number: string;
  title: string;
  /** As printed below the line; null if missing. */
  scale: string | null;
  box: Bounds;
}

const gridName = /^[\p{Lu}\d]{1,3}([.'′-]\d{1,2})?$/u;
const sheetName = /^(?=.*\d)[\p{Lu}\d][\p{L}\d.-]{1,7}$/u;
const viewName = /^[\p{Lu}\d]{1,3}$/u;
/** Minimum length of a grid line in diameters of its bubble; leaders to a tag are shorter. */
const minimumLengthDiameters = 5;
/** Minimum extent of a heading's line beyond its bubble, in radii of the bubble. */
const minimumTitleRadii = 3;

/** Maximum distance of words above or below the line of a heading, in text heights. */
const maximumDistanceTextHeights = 1.2;

/** Finds the headings of views: bubbles with a horizontal line to the right and words above it. */
export const headingsOf = (
  { lines }: Coverage,
  bubbles: readonly Bubble[],
  words: readonly Word[],
  index = new LineIndex(lines),
): ViewHeading[] =>
  bubbles.flatMap(({ x, y, radius, lines: said }): ViewHeading[] => {
    if (said.length > 2 || !viewName.test(said[0]!)) return [];
    let line: Line | undefined;
    index.near({ left: x, top: y, right: x, bottom: y }, 2 * radius, (other) => {
      const { x0, y0, x1, y1 } = other;
      if (
        Math.abs(y1 - y0) <= TOLERANCE &&
        Math.abs(y0 - y) <= radius / 2 &&
        Math.abs(x0 - x) <= 2 * radius &&
        x1 - x >= minimumTitleRadii * radius &&
        (!line || lengthOf(other) > lengthOf(line))
      )
        line = other;
    });
    if (!line) return [];
    const { x1: right, y0: level } = line;
    const above: number[] = [];
    const below: number[] = [];
    for (const [i, { x: left, y: top, width, height, angle }] of words.entries()) {
      const middle = left + width / 2;
      if (angle !== 0 || middle < x + radius || middle > right + radius) continue;
      const up = level - (top + height);
      const down = top - level;
      if (up > -height / 2 && up < maximumDistanceTextHeights * height) above.push(i);
      else if (down > -height / 2 && down < maximumDistanceTextHeights * height) below.push(i);
    }
    if (above.length === 0) return [];
    const box = boundsOf(
      [...above, ...below].flatMap((i) => {
        const word = words[i]!;
        return [word.x, word.y, word.x + word.width, word.y + word.height];
      }),
    );
    const scale = textOf(below, words).text;
    return [
      {
        number: said[0]!,
        title: textOf(above, words).text.replaceAll('\n', ' '),
        scale: scale === '' ? null : scale.replaceAll('\n', ' '),
        box: {
          left: Math.min(box.left, x - radius),
          top: Math.min(box.top, y - radius),
          right: Math.max(box.right, x + radius),
          bottom: Math.max(box.bottom, y + radius),
        },
      },
    ];
  });

/**
 * Finds the grid lines of a page: for each bubble the longest line that ends at its border and points to its centre.
 */
export const gridOf = ({ lines }: Coverage, bubbles: readonly Bubble[]): GridLine[] => {
  const found: GridLine[] = [];
  const long = lines.filter((line) => lengthOf(line) >= minimumLengthDiameters * 8);
  for (const { x, y, radius, lines: said } of bubbles) {
    if (said.length !== 1 || !gridName.test(said[0]!)) continue;
    for (const line of long) {
      const length = lengthOf(line);
      if (length < minimumLengthDiameters * 2 * radius) continue;
      const [ux, uy] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
      const aside = Math.abs(ux * (y - line.y0) - uy * (x - line.x0));
      if (aside > 2 * TOLERANCE) continue;
      const nearest = Math.min(Math.hypot(line.x0 - x, line.y0 - y), Math.hypot(line.x1 - x, line.y1 - y));
      // A dashed line may end before the bubble does.
      if (nearest > 2 * radius) continue;
      found.push({ name: said[0]!, x0: line.x0, y0: line.y0, x1: line.x1, y1: line.y1 });
      break;
    }
  }
  return found;
};

/** Finds the marks of a page: bubbles with a view's number above a sheet's. */
export const marksOf = (bubbles: readonly Bubble[]): Mark[] =>
  bubbles.flatMap(({ x, y, radius, lines }) => {
    const [view, sheet] = lines;
    if (lines.length !== 2 || !viewName.test(view!) || !sheetName.test(sheet!)) return [];
    return [
      { view: view!, sheet: sheet!, box: { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius } },
    ];
  });
