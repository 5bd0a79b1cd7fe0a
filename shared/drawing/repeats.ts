import type { Arc } from './arcs.ts';
import { around, holdsCentre } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { Groups } from './groups.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import {
  maximumLetterPoints,
  maximumRepeatElements,
  maximumRepeatPieces,
  maximumRepeatPoints,
  minimumRepeatElements,
  minimumRepeatPoints,
  minimumRepeatSlimness,
  repeatToleranceShare,
} from './thresholds/symbols.ts';

/** A line or an arc of a connected group. */
interface Element {
  /** Its ends; none for a circle. */
  ends: [x: number, y: number][];
  box: Bounds;
  x: number;
  y: number;
  length: number;
  arc: boolean;
  pen: number;
}

/** Connected lines and arcs, described so that a turned, mirrored or scaled copy has the same description. */
interface Group {
  box: Bounds;
  pen: number;
  /** Number of lines, and of arcs. */
  lines: number;
  arcs: number;
  /** Lengths, and distances from the centre, relative to the total length: sorted, lines before arcs. */
  shape: Float64Array;
}

/** Equal groups of lines. */
export interface Repeat {
  places: Bounds[];
  /** Index of the pen of the first one. */
  pen: number;
}

const pointOn = ({ x, y, radius }: Arc, angle: number): [x: number, y: number] => [
  x + radius * Math.cos(angle),
  y + radius * Math.sin(angle),
];

const elementOfArc = (arc: Arc): Element => {
  const isCircle = arc.sweep > 2 * Math.PI - 0.1;
  const points = Array.from({ length: 9 }, (_, i) => pointOn(arc, arc.from + (arc.sweep * i) / 8));
  return {
    ends: isCircle ? [] : [points[0]!, points[8]!],
    box: boundsOf(points.flat()),
    // The middle of a circle is its centre, wherever it starts.
    ...(isCircle ? { x: arc.x, y: arc.y } : { x: points[4]![0], y: points[4]![1] }),
    length: arc.radius * arc.sweep,
    arc: true,
    pen: arc.pen,
  };
};

const elementOfLine = (line: Line): Element => {
  const { x0, y0, x1, y1, pen } = line;
  return {
    ends: [
      [x0, y0],
      [x1, y1],
    ],
    box: boundsOf([x0, y0, x1, y1]),
    x: (x0 + x1) / 2,
    y: (y0 + y1) / 2,
    length: lengthOf(line),
    arc: false,
    pen,
  };
};

const isShort = (line: Line): boolean => {
  const length = lengthOf(line);
  return length <= maximumRepeatPoints && length >= TOLERANCE && !line.dashed;
};

/** Returns the lines and arcs that are short enough for a symbol; null if there are too many. */
const elementsOf = ({ lines, arcs }: Coverage): Element[] | null => {
  const [short, small] = [lines.filter(isShort), arcs.filter(({ radius }) => radius <= maximumRepeatPoints / 2)];
  if (short.length + small.length > maximumRepeatPieces) return null;
  return [...short.map(elementOfLine), ...small.map(elementOfArc)];
};

/** Side in points of a square of the index of ends. */
const endSquarePoints = 8;

/** Returns the elements that touch each other, directly or through others. */
const connected = (elements: readonly Element[]): Element[][] => {
  const owners: number[] = [];
  const points: number[] = [];
  for (const [i, { ends }] of elements.entries()) {
    for (const [x, y] of ends) {
      owners.push(i);
      points.push(x, y);
    }
  }
  const groups = new Groups(elements.length);
  const grid = new PointGrid(Float64Array.from(points), endSquarePoints);
  const reach = 2 * TOLERANCE;
  for (const [i, { ends, box, x, y, length }] of elements.entries()) {
    for (const [u, v] of ends)
      grid.within(u - reach, v - reach, u + reach, v + reach, (end) => {
        // Each pair is joined from its first element.
        if (owners[end]! > i && lengthBetween(u, v, points[2 * end]!, points[2 * end + 1]!) <= reach)
          groups.join(owners[end]!, i);
      });
    // A circle holds what ends in it.
    if (ends.length > 0) continue;
    const radius = length / (2 * Math.PI) + reach;
    grid.within(box.left, box.top, box.right, box.bottom, (end) => {
      if (lengthBetween(x, y, points[2 * end]!, points[2 * end + 1]!) <= radius) groups.join(owners[end]!, i);
    });
  }
  return groups.all().map((group) => group.map((i) => elements[i]!));
};

/** Whether elements are one strip, such as a tick or a dash, or the outline of a box: these are no symbols. */
const isPlain = (elements: readonly Element[], box: Bounds, x: number, y: number, total: number): boolean => {
  let [xx, xy, yy] = [0, 0, 0];
  for (const element of elements) {
    for (const [u, v] of [...element.ends, [element.x, element.y] as const]) {
      const weight = element.length / (element.ends.length + 1);
      xx += weight * (u - x) * (u - x);
      xy += weight * (u - x) * (v - y);
      yy += weight * (v - y) * (v - y);
    }
  }
  // The extents along and across the axis of inertia.
  const root = Math.sqrt((xx - yy) ** 2 + 4 * xy * xy);
  const slimness = Math.sqrt(Math.max(0, xx + yy - root) / (xx + yy + root));
  const perimeter = 2 * (box.right - box.left + box.bottom - box.top);
  const isOutline =
    total < 1.1 * perimeter &&
    elements.every(({ arc, box: own }) => {
      const isLevel = own.bottom - own.top < TOLERANCE;
      const isUpright = own.right - own.left < TOLERANCE;
      const isOnBorder =
        (isLevel && Math.min(own.top - box.top, box.bottom - own.bottom) < TOLERANCE) ||
        (isUpright && Math.min(own.left - box.left, box.right - own.right) < TOLERANCE);
      return !arc && isOnBorder;
    });
  return slimness < minimumRepeatSlimness || isOutline;
};

/** Describes connected elements; undefined if they are too few, too many, too small or too large for a symbol. */
const groupOf = (elements: readonly Element[], box: Bounds): Group | undefined => {
  if (elements.length < minimumRepeatElements || elements.length > maximumRepeatElements) return undefined;
  const size = Math.max(box.right - box.left, box.bottom - box.top);
  if (size < minimumRepeatPoints || size > maximumRepeatPoints) return undefined;
  const total = elements.reduce((sum, { length }) => sum + length, 0);
  const x = elements.reduce((sum, each) => sum + each.x * each.length, 0) / total;
  const y = elements.reduce((sum, each) => sum + each.y * each.length, 0) / total;
  if (isPlain(elements, box, x, y, total)) return undefined;
  const describe = (some: readonly Element[]): number[] =>
    [some.map(({ length }) => length / total), some.map((each) => lengthBetween(each.x, each.y, x, y) / total)].flatMap(
      (values) => values.sort((a, b) => a - b),
    );
  const lines = elements.filter(({ arc }) => !arc);
  const arcs = elements.filter(({ arc }) => arc);
  return {
    box,
    pen: elements[0]!.pen,
    lines: lines.length,
    arcs: arcs.length,
    shape: Float64Array.from([...describe(lines), ...describe(arcs)]),
  };
};

const isEqual = (one: Group, other: Group): boolean => {
  if (one.lines !== other.lines || one.arcs !== other.arcs) return false;
  return one.shape.every((value, i) => Math.abs(value - other.shape[i]!) <= repeatToleranceShare);
};

/**
 * Returns a test whether a box of lines is a letter, read or not: beside it stands a word, or a box that is as high, as
 * close as letters do.
 */
const letterTest = (groups: readonly Bounds[], words: readonly Bounds[]): ((box: Bounds) => boolean) => {
  const grid = new PointGrid(
    Float64Array.from(groups.flatMap(({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2])),
    maximumLetterPoints,
  );
  /** Whether boxes are side by side, as the letters of a level or upright text are. */
  const areNeighbours = (one: Bounds, other: Bounds): boolean => {
    const isLine = (top: number, bottom: number, above: number, below: number, gap: number): boolean => {
      const [height, own] = [below - above, bottom - top];
      const aside = Math.abs((above + below) / 2 - (top + bottom) / 2);
      return gap < 0.6 * own && gap > -0.1 * own && aside < 0.3 * own && own < 1.4 * height && own > height / 1.4;
    };
    const level = Math.max(other.left - one.right, one.left - other.right);
    const upright = Math.max(other.top - one.bottom, one.top - other.bottom);
    return (
      isLine(one.top, one.bottom, other.top, other.bottom, level) ||
      isLine(one.left, one.right, other.left, other.right, upright)
    );
  };
  return (box) => {
    const size = Math.max(box.right - box.left, box.bottom - box.top);
    if (size > maximumLetterPoints) return false;
    if (words.some((word) => areNeighbours(box, word))) return true;
    let found = false;
    grid.within(box.left - 2 * size, box.top - 2 * size, box.right + 2 * size, box.bottom + 2 * size, (i) => {
      found ||= groups[i] !== box && areNeighbours(box, groups[i]!);
    });
    return found;
  };
};

/**
 * Finds connected groups of lines and arcs that a page repeats, turned, mirrored or scaled: sanitary objects, furniture
 * and sockets of drawings whose file has no blocks.
 * @param words boxes of the page's words
 * @param outside boxes of tables, of ends of dimensions, and of symbols that are known already
 */
export const repeatsOf = (coverage: Coverage, words: readonly Bounds[], outside: readonly Bounds[]): Repeat[] => {
  const elements = elementsOf(coverage);
  if (!elements) return [];
  const parts = connected(elements);
  const boxes = parts.map((some) => around(some.map(({ box }) => box)));
  const isLetter = letterTest(boxes, words);
  const classes = new Map<string, { first: Group; groups: Group[] }[]>();
  for (const [i, some] of parts.entries()) {
    const group = groupOf(some, boxes[i]!);
    if (!group) continue;
    const isKnown =
      outside.some((box) => holdsCentre(box, group.box) || holdsCentre(group.box, box)) ||
      words.some((box) => holdsCentre(box, group.box)) ||
      isLetter(group.box);
    if (isKnown) continue;
    const key = `${group.lines} ${group.arcs}`;
    const known = classes.get(key) ?? [];
    classes.set(key, known);
    const own = known.find(({ first }) => isEqual(first, group));
    if (own) own.groups.push(group);
    else known.push({ first: group, groups: [group] });
  }
  return [...classes.values()]
    .flat()
    .filter(({ groups }) => groups.length > 1)
    .map(({ first, groups }) => ({ places: groups.map(({ box }) => box), pen: first.pen }));
};
