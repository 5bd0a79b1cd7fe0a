import { aroundCircle, gapBetween, grown, holdsCentre } from './boxes.ts';
import type { Bubble } from './bubble.ts';
import { type BubbleLine, dashesFrom } from './bubble-lines.ts';
import type { Coverage } from './coverage.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { areEndsOfOneLine, cornersNear, type SectionCorner } from './section-corners.ts';
import type { FilledArea } from './strokes.ts';
import { twoLineCodes } from './tags.ts';
import type { TextLine } from './text-lines.ts';
import { maximumBubbleRadiusPoints, parallelToleranceSine } from './thresholds/symbols.ts';
import {
  bubbleReachRadii,
  maximumPointerRadii,
  maximumSectionArrowRatio,
  maximumSectionShare,
  minimumArrowBaseRadii,
  minimumLengthDiameters,
  minimumPointerRadii,
  minimumSectionArrowTextHeights,
  minimumSectionTextHeights,
  sectionAsideTextHeights,
  tangentToleranceRadii,
} from './thresholds/views.ts';
import { baseOf, FilledTriangles, trianglesNear } from './triangles.ts';

/** A grid line: a long line that leads to a bubble with its name. Points, as displayed. */
export interface GridLine {
  name: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A section or detail mark: the number or letter of the view, and the sheet that contains it. */
export interface Mark {
  view: string;
  /** Null at the end of a section line without a sheet: its view is on the same sheet. */
  sheet: string | null;
  box: Bounds;
  /** The other end of its section line, where both are named by letters alone. */
  otherEnd?: Bounds;
}

const gridName = /^[\p{Lu}\d]{1,3}([.'′-][\p{Lu}\d]{1,2})?$/u;
const sheetName = /^(?=.*\d)[\p{Lu}\d][\p{L}\d.-]{1,7}$/u;
export const viewName = /^[\p{Lu}\d]{1,3}$/u;

/** Returns the lines that are long enough to be a grid line. */
const longLines = (lines: readonly Line[]): Line[] =>
  lines.filter((line) => lengthOf(line) >= minimumLengthDiameters * 8);

/** Returns the long line that ends at the border of a bubble and points to its centre, whole or in dashes. */
const lineTo = (bubble: Bubble, long: readonly Line[], index: LineIndex): BubbleLine | undefined => {
  const { x, y, radius } = bubble;
  const whole = long.find((line) => {
    const length = lengthOf(line);
    if (length < minimumLengthDiameters * 2 * radius) return false;
    const [ux, uy] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
    if (Math.abs(ux * (y - line.y0) - uy * (x - line.x0)) > 2 * TOLERANCE) return false;
    // A dashed line may end before the bubble does.
    return Math.min(Math.hypot(line.x0 - x, line.y0 - y), Math.hypot(line.x1 - x, line.y1 - y)) <= 2 * radius;
  });
  return whole ? { ...whole, pieces: [whole] } : dashesFrom(bubble, index);
};

/** Whether a line is neither level nor upright. */
const isSlanting = ({ x0, y0, x1, y1 }: GridLine): boolean =>
  Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) > parallelToleranceSine * lengthBetween(x0, y0, x1, y1);

const areParallel = (a: GridLine, b: GridLine): boolean => {
  const [ax, ay, bx, by] = [a.x1 - a.x0, a.y1 - a.y0, b.x1 - b.x0, b.y1 - b.y0];
  return Math.abs(ax * by - ay * bx) < parallelToleranceSine * Math.hypot(ax, ay) * Math.hypot(bx, by);
};

/** A bubble, and the grid line that leads to it. */
interface GridBubble {
  bubble: Bubble;
  line: GridLine;
}

/** Whether names are of the same kind: numbers or letters. */
const areAlike = (one: string, other: string): boolean => /^\d/.test(one) === /^\d/.test(other);

/**
 * Returns the line of a bubble to which none leads, because its dashes are uneven or others cover it: equal bubbles in a row
 * with it have parallel lines, and its own is like that of the nearest one.
 */
const lineInRow = (bubble: Bubble, known: readonly GridBubble[]): GridLine | undefined => {
  const { x, y, radius } = bubble;
  const [name] = bubble.lines;
  const equal = known
    .filter(
      ({ bubble: other }) =>
        other.corners === bubble.corners &&
        Math.abs(other.radius - radius) <= TOLERANCE &&
        // The bubble at the other end of a line has its name.
        other.lines[0] !== name &&
        areAlike(other.lines[0]!, name!),
    )
    .sort((a, b) => lengthBetween(x, y, a.bubble.x, a.bubble.y) - lengthBetween(x, y, b.bubble.x, b.bubble.y));
  for (const [i, one] of equal.entries()) {
    const [dx, dy] = [one.bubble.x - x, one.bubble.y - y];
    const away = Math.hypot(dx, dy);
    const isRow = equal.slice(i + 1).some(({ bubble: other, line }) => {
      const aside = Math.abs(dx * (other.y - y) - dy * (other.x - x)) / away;
      return aside <= 2 * TOLERANCE && areParallel(one.line, line) && line.name !== one.line.name;
    });
    const { x0, y0, x1, y1 } = one.line;
    if (isRow) return { name: name!, x0: x0 - dx, y0: y0 - dy, x1: x1 - dx, y1: y1 - dy };
  }
  return undefined;
};

/**
 * Finds the grid lines of a page: for each bubble with a name the longest line that leads to it, or one like those of its row.
 * A slanting one belongs to a grid of several.
 */
export const gridOf = ({ lines }: Coverage, bubbles: readonly Bubble[], index = new LineIndex(lines)): GridLine[] => {
  const long = longLines(lines);
  const named = bubbles.filter(({ lines: said }) => said.length === 1 && gridName.test(said[0]!));
  const led = named.flatMap((bubble): GridBubble[] => {
    const found = lineTo(bubble, long, index);
    if (!found) return [];
    return [{ bubble, line: { name: bubble.lines[0]!, x0: found.x0, y0: found.y0, x1: found.x1, y1: found.y1 } }];
  });
  const grid = led.filter(
    ({ line }) => !isSlanting(line) || led.some((other) => other.line !== line && areParallel(other.line, line)),
  );
  const own = new Map(grid.map(({ bubble, line }) => [bubble, line]));
  return named.flatMap((bubble) => own.get(bubble) ?? lineInRow(bubble, grid) ?? []);
};

/** Returns the lines that lead to bubbles, such as those of the grid and of sections, and the boxes of these bubbles. */
export const linesToBubbles = (
  { lines }: Coverage,
  bubbles: readonly Bubble[],
  index: LineIndex,
): { lines: Set<Line>; ends: Bounds[] } => {
  const long = longLines(lines);
  const found = bubbles.flatMap((bubble) => {
    const pieces = lineTo(bubble, long, index)?.pieces;
    return pieces ? [{ bubble, pieces }] : [];
  });
  return {
    lines: new Set(found.flatMap(({ pieces }) => pieces)),
    ends: found.map(({ bubble: { x, y, radius } }) =>
      grown({ left: x, top: y, right: x, bottom: y }, bubbleReachRadii * radius),
    ),
  };
};

/** Whether two lines that touch the circle of a bubble meet beside it: the arrow of a section or an elevation. */
export const isPointed = ({ x, y, radius, corners }: Bubble, index: LineIndex): boolean => {
  if (corners > 0) return false;
  const tips: { x: number; y: number; side: number }[] = [];
  const reach = maximumPointerRadii * radius;
  index.near({ left: x, top: y, right: x, bottom: y }, reach, (line) => {
    const length = lengthOf(line);
    if (length < radius / 2 || length > 2 * reach) return;
    for (const [u, v, toX, toY] of [
      [line.x0, line.y0, line.x1, line.y1],
      [line.x1, line.y1, line.x0, line.y0],
    ] as const) {
      const away = lengthBetween(x, y, u, v);
      const aside = ((toX - u) * (y - v) - (toY - v) * (x - u)) / length;
      const isTowards = (toX - u) * (x - u) + (toY - v) * (y - v) > 0;
      const isTangent = Math.abs(Math.abs(aside) - radius) <= tangentToleranceRadii * radius;
      if (isTowards && isTangent && away >= minimumPointerRadii * radius && away <= reach)
        tips.push({ x: u, y: v, side: Math.sign(aside) });
    }
  });
  return tips.some(
    (one) =>
      one.side > 0 &&
      tips.some((other) => other.side < 0 && lengthBetween(one.x, one.y, other.x, other.y) <= 2 * TOLERANCE),
  );
};

/** Whether a filled triangle lies at a bubble: the arrow of a section or an elevation. */
const hasFilledArrow = (bubble: Bubble, filled: FilledTriangles): boolean => {
  const box = aroundCircle(bubble);
  return filled
    .within(grown(box, maximumPointerRadii * bubble.radius))
    .some(
      (triangle) => gapBetween(triangle.box, box) === 0 && baseOf(triangle) >= minimumArrowBaseRadii * bubble.radius,
    );
};

/** Whether the second text in a bubble is a number, which may be that of a sheet or of an element. */
const endsInNumber = ({ lines }: Bubble): boolean => lines.length === 2 && !/\p{L}/u.test(lines[1]!);

/**
 * Finds the marks of a page: bubbles with a view's number above a sheet's, and pointed ones with a view's alone. Two numbers
 * in a circle without an arrow, such as those of a door, are none: the sheet has a letter. With an arrow, two texts of any kind
 * are a mark, such as the dashes of a view that is not on a sheet yet.
 * @param pointed see {@link isPointed}
 * @param areas the filled areas of the page, such as arrows
 */
export const marksOf = (
  bubbles: readonly Bubble[],
  pointed: ReadonlySet<Bubble> = new Set(),
  areas: readonly FilledArea[] = [],
): Mark[] => {
  const codes = twoLineCodes(bubbles);
  const isPaired = bubbles.some(({ lines }) => lines.length === 2);
  const filled = isPaired ? new FilledTriangles(areas, maximumSectionArrowRatio) : undefined;
  return bubbles.flatMap((bubble): Mark[] => {
    const { lines } = bubble;
    const [view, sheet] = lines;
    if (lines.length === 1 && pointed.has(bubble) && viewName.test(view!))
      return [{ view: view!, sheet: null, box: aroundCircle(bubble) }];
    if (lines.length !== 2 || codes.has(bubble)) return [];
    const isNamed = viewName.test(view!) && sheetName.test(sheet!);
    const isMark =
      (isNamed && !endsInNumber(bubble)) || pointed.has(bubble) || (filled && hasFilledArrow(bubble, filled));
    return isMark ? [{ view: view!, sheet: sheet!, box: aroundCircle(bubble) }] : [];
  });
};

/** The name of a section beside the arrow of its line; that of its other end may have a prime, as in `A` and `A'`. */
const sectionName = /^(?:\p{Lu}{1,2}(?=['′’]?$)|\d$)/u;

/** What a name may follow, as in `Snitt A`. */
const sectionWord = /^(?:section|sezione|coupe|corte|schnitt|snitt|řez|przekrój|разрез)\s/iu;

/** The name of a section in the title of its view: `A-A`, `1 - 1`, `SEZIONE BB`. */
const namedSection =
  /(?<![\p{L}\d.,-])(?:([\p{Lu}\d]{1,2})['′]?\s*[-–—~～]\s*\1|(?<=(?:section|sezione|coupe|corte|schnitt|разрез)\s*:?\s*)(\p{Lu})\2)['′]?(?![\p{L}\d.,-])/giu;

/**
 * Finds the ends of section lines that are named by letters alone: two equal texts, in line with each other, whose name is that
 * of a section on the sheet, or which both have an arrow.
 * @param outside boxes of tables and title blocks
 * @param areas the filled areas of the page, such as arrows
 */
export const sectionMarksOf = (
  texts: readonly TextLine[],
  grid: readonly GridLine[],
  outside: readonly Bounds[],
  index: LineIndex,
  areas: readonly FilledArea[] = [],
): Mark[] => {
  const filled = new FilledTriangles(areas, maximumSectionArrowRatio);
  const titled = new Set<string>();
  for (const { text } of texts) {
    for (const [, letter, doubled] of text.matchAll(namedSection)) {
      titled.add((letter ?? doubled)!.toUpperCase());
      if (doubled !== undefined) titled.add(`${doubled}${doubled}`.toUpperCase());
    }
  }
  const hasArrow = ({ box, size }: TextLine): boolean =>
    trianglesNear(grown(box, 2 * size), index).some((triangle) => gapBetween(triangle.box, box) < size / 2) ||
    filled
      .within(grown(box, 4 * size))
      .some(
        (triangle) => gapBetween(triangle.box, box) < size && baseOf(triangle) >= minimumSectionArrowTextHeights * size,
      );
  const nameOf = ({ text }: TextLine): string | undefined => sectionName.exec(text.replace(sectionWord, ''))?.[0];
  const arrowed = new Set(
    texts.filter((text) => nameOf(text) !== undefined && !titled.has(nameOf(text)!) && hasArrow(text)),
  );
  const corners = new Map<TextLine, SectionCorner[]>();
  for (const text of texts) {
    const found = nameOf(text) === undefined || arrowed.has(text) ? [] : cornersNear(text, index);
    if (found.length > 0) corners.set(text, found);
  }
  const names = new Set([...titled, ...[...arrowed, ...corners.keys()].map((text) => nameOf(text)!)]);
  const centre = ({ left, top, right, bottom }: Bounds) => [(left + right) / 2, (top + bottom) / 2] as const;
  return [...names].flatMap((name): Mark[] => {
    const ends = texts.filter((each) => {
      const { text, box } = each;
      const isKnown = titled.has(name) || arrowed.has(each) || corners.has(each);
      if ((text !== name && nameOf(each) !== name) || !isKnown) return false;
      const [x, y] = centre(box);
      return (
        !grid.some(
          (line) =>
            line.name === name &&
            Math.min(lengthBetween(line.x0, line.y0, x, y), lengthBetween(line.x1, line.y1, x, y)) <
              maximumBubbleRadiusPoints,
        ) && !outside.some((outer) => holdsCentre(outer, box))
      );
    });
    const pairs = ends.flatMap((one, i) =>
      ends.slice(i + 1).flatMap((other) => {
        const [[x, y], [u, v]] = [centre(one.box), centre(other.box)];
        const away = lengthBetween(x, y, u, v);
        const areNamed = titled.has(name) || (arrowed.has(one) && arrowed.has(other));
        const isInLine = areNamed && Math.min(Math.abs(x - u), Math.abs(y - v)) <= sectionAsideTextHeights * one.size;
        // Equal letters at the corners of boxes name equal things, such as a `D` on each dryer; a primed twin is that of a section.
        const [ends, otherEnds] = [one, other].map((text) =>
          (corners.get(text) ?? []).filter(({ isOpen }) => (isOpen && /\p{L}/u.test(name)) || one.text !== other.text),
        );
        const hasCorners = areEndsOfOneLine(ends!, otherEnds!, one.text === other.text);
        const isApart = away >= minimumSectionTextHeights * one.size;
        // Letters at both edges of the sheet are its zones.
        const span = Math.abs(x - u) > Math.abs(y - v) ? index.width : index.height;
        if (away > maximumSectionShare * span) return [];
        return (isInLine || hasCorners) && isApart && Math.abs(one.size - other.size) < one.size / 5
          ? [{ one, other, away, rank: Number(hasCorners) + Number(one.text !== other.text) }]
          : [];
      }),
    );
    // Corners that point at each other and a primed letter tell the other end from the letter of the next section line.
    const otherEnds = new Map<TextLine, TextLine>();
    for (const { one, other } of pairs.sort((a, b) => b.rank - a.rank || a.away - b.away))
      if (!otherEnds.has(one) && !otherEnds.has(other)) otherEnds.set(one, other).set(other, one);
    return [...otherEnds].map(([{ box }, { box: otherEnd }]) => ({ view: name, sheet: null, box, otherEnd }));
  });
};
