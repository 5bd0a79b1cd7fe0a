import type { Arc } from './arcs.ts';
import { around, aroundCircle, gapBetween, grown, overlap } from './boxes.ts';
import { areaOf, boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { FoundSymbol } from './drawn-symbol.ts';
import { levelTipsNear } from './level-tips.ts';
import { lengthBetween } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { FilledArea } from './strokes.ts';
import type { TextLine } from './text-lines.ts';
import {
  maximumLevelTextRadii,
  maximumTargetPoints,
  maximumTriangleTextHeights,
  minimumTargetLines,
  minimumTargetPoints,
} from './thresholds/symbols.ts';
import { FilledTriangles, type Triangle } from './triangles.ts';

/** A quarter of a disc: where the disc's centre is, and in which direction from it the quarter lies. */
interface Quarter {
  x: number;
  y: number;
  radius: number;
  right: boolean;
  below: boolean;
}

/** Returns a filled area as an upright quarter of a disc; undefined for other shapes. */
const quarterOf = ({ points }: FilledArea): Quarter | undefined => {
  const { left, top, right, bottom } = boundsOf(points);
  const [width, height] = [right - left, bottom - top];
  const radius = (width + height) / 2;
  if (radius < minimumTargetPoints || radius > maximumTargetPoints || Math.abs(width - height) > 0.15 * radius)
    return undefined;
  // A quarter covers π/4 of the square around it, and three of the square's corners.
  if (Math.abs(Math.abs(areaOf(points)) / (width * height) - Math.PI / 4) > 0.1) return undefined;
  const isCorner = (x: number, y: number): boolean => {
    for (let i = 0; i < points.length; i += 2)
      if (lengthBetween(points[i]!, points[i + 1]!, x, y) < 0.15 * radius) return true;
    return false;
  };
  const missing = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].filter(([x, y]) => !isCorner(x!, y!));
  if (missing.length !== 1) return undefined;
  const [x, y] = missing[0]!;
  return { x: left + right - x!, y: top + bottom - y!, radius, right: x === right, below: y === bottom };
};

/** Returns the targets of a page, discs of which two opposite quarters are filled. */
const targetsOf = (areas: readonly FilledArea[]): Pick<Arc, 'x' | 'y' | 'radius'>[] => {
  const quarters = areas.flatMap((area) => quarterOf(area) ?? []);
  return quarters.filter(
    (one, i) =>
      quarters.findIndex(
        (other) =>
          other.right !== one.right &&
          other.below !== one.below &&
          Math.abs(other.radius - one.radius) < 0.15 * one.radius &&
          lengthBetween(one.x, one.y, other.x, other.y) < 0.2 * one.radius,
      ) > i,
  );
};

/**
 * Returns the targets whose quarters are filled with lines, as some plotter drivers fill areas: circles with lines in two
 * opposite quarters alone.
 */
const hatchedTargets = (arcs: readonly Arc[], index: LineIndex): Pick<Arc, 'x' | 'y' | 'radius'>[] =>
  arcs.filter(({ x, y, radius, sweep }) => {
    if (sweep < 6 || radius < minimumTargetPoints || radius > maximumTargetPoints) return false;
    const counts = [0, 0, 0, 0];
    index.near({ left: x, top: y, right: x, bottom: y }, radius, ({ x0, y0, x1, y1 }) => {
      const reach = Math.max(lengthBetween(x0, y0, x, y), lengthBetween(x1, y1, x, y));
      const [u, v] = [(x0 + x1) / 2 - x, (y0 + y1) / 2 - y];
      // The diameters belong to no quarter.
      if (reach <= radius + TOLERANCE && Math.min(Math.abs(u), Math.abs(v)) > 0.1 * radius)
        counts[(u > 0 ? 1 : 0) + (v > 0 ? 2 : 0)]!++;
    });
    const [one, other] = [Math.min(counts[0]!, counts[3]!), Math.min(counts[1]!, counts[2]!)];
    return (
      Math.max(one, other) >= minimumTargetLines && (counts[0]! + counts[3]! === 0) !== (counts[1]! + counts[2]! === 0)
    );
  });

/** What a level is the height of, in some of the languages of drawings. */
const levelWords = [
  String.raw`n\.?\s?[pt]\.?\s?[tnca]\.?(?:\s\p{L}+)?|n[.°º]|nivel|nível|niveau|cota|cote|quota|kote`,
  String.raw`[fs]\.?\s?[fs]?\.?\s?l\.?|f\.?f\.?e\.?|e\.?l\.?|elev(?:ation)?\.?|lvl\.?|level`,
  String.raw`(?:top|bottom|underside) of \p{L}+|[tb]\.?\s?o\.?\s?(?:\p{L}|\p{L}\.|\p{L}{3,9}\.?)`,
  String.raw`[ou]\.?\s?k\.?|[ou]\.?\s?k\.?\s?[fr]f[bf]?|[fr]f[bf]`,
  String.raw`отм\.?|ур\.?`,
].join('|');

/** A level as it is printed beside a triangle: signed, or with decimals, or in feet and inches. */
const levelNumber = String.raw`(?:[±+\-−]\s?\d+(?:[.,]\d+)?|\d{1,3}[.,]\d{2,3}|\d{1,4}\s?['′’]\s?-?\s?\d{1,2}(?:\s\d+/\d+)?\s?["″”])\s?(?:m|mm|mtrs?)?\.?`;
const levelText = new RegExp(String.raw`^(?:(?:${levelWords})\s*[:=]?\s*)*${levelNumber}$`, 'iu');
const levelLabel = new RegExp(String.raw`^(?:${levelWords})(?:\s?(?:lvl|lev|level|line)\.?)?$`, 'iu');

/** Returns the distance of the centres of two boxes. */
const distanceOf = (a: Bounds, b: Bounds): number =>
  lengthBetween((a.left + a.right) / 2, (a.top + a.bottom) / 2, (b.left + b.right) / 2, (b.top + b.bottom) / 2);

/** A level that is no length: it has a sign. */
const signedLevel = /[±+\-−]\s?\d/u;

/** Whether a filled triangle marks a level beside a text: its base runs like the text, and its tip stands on a line. */
const isLevelTriangle = ({ corners }: Triangle, { angle }: TextLine, index: LineIndex): boolean => {
  const [[x0, y0], [x1, y1], [u, v]] = corners as [[number, number], [number, number], [number, number]];
  const isLevel = angle % 180 === 0;
  if (Math.abs(isLevel ? y1 - y0 : x1 - x0) > 2 * TOLERANCE) return false;
  const width = lengthBetween(x0, y0, x1, y1);
  let stands = false;
  index.near({ left: u, top: v, right: u, bottom: v }, 2, (line) => {
    const [from, to, off] = isLevel
      ? [line.x0 - u, line.x1 - u, Math.max(Math.abs(line.y0 - v), Math.abs(line.y1 - v))]
      : [Math.min(line.y0, line.y1) - v, Math.max(line.y0, line.y1) - v, Math.abs(line.x0 - u)];
    stands ||= off <= 4 * TOLERANCE && to - from >= 1.2 * width && from <= width && to >= -width;
  });
  return stands;
};

/** Returns the box of the tip or triangle nearest to a text that marks a level. */
const levelShape = (
  text: TextLine,
  filled: FilledTriangles,
  index: LineIndex,
  isLabel: boolean,
): Bounds | undefined => {
  const reach = maximumTriangleTextHeights * text.size;
  const triangles = filled
    .within(grown(text.box, 3 * reach))
    .filter((triangle) => gapBetween(triangle.box, text.box) <= reach && isLevelTriangle(triangle, text, index));
  const isSigned = signedLevel.test(text.text);
  const tips = levelTipsNear(text, index).filter(({ isClosed, stands, hangs }) =>
    isClosed ? stands || (hangs && !isLabel) : stands && isSigned,
  );
  const [nearest, ...more] = [...triangles, ...tips]
    .map(({ box }) => box)
    .sort((a, b) => distanceOf(a, text.box) - distanceOf(b, text.box));
  // Nested triangles are the outline of one mark.
  return nearest ? around([nearest, ...more.filter((box) => overlap(box, nearest))]) : undefined;
};

/**
 * Finds the marks of levels: a target (a disc with two opposite filled quarters) with a number beside it, and a triangle
 * or its half that stands on a line, or hangs from one, below or above a printed level or what it is the height of. The mark
 * decides: its number needs no sign, except at an arrowhead of two strokes.
 */
export const levelMarksOf = (
  { areas, arcs }: Pick<Coverage, 'areas' | 'arcs'>,
  texts: readonly TextLine[],
  index: LineIndex,
): FoundSymbol[] => {
  const found: FoundSymbol[] = [];
  const named = new Set<TextLine>();
  const add = (name: string, box: Bounds, confidence: number) => {
    if (!found.some((other) => overlap(other.box, box)))
      found.push({ kind: 'level_mark', name, layer: null, box, confidence });
  };
  for (const { x, y, radius } of [...targetsOf(areas), ...hatchedTargets(arcs, index)]) {
    const box = aroundCircle({ x, y, radius });
    const [nearest] = texts
      .filter(({ text }) => /\d/u.test(text))
      .map((text) => ({ text, gap: gapBetween(text.box, box) }))
      .filter(({ gap }) => gap <= maximumLevelTextRadii * radius)
      .sort((a, b) => a.gap - b.gap);
    if (!nearest) continue;
    named.add(nearest.text);
    add(nearest.text.text, box, 0.95);
  }
  const filled = new FilledTriangles(areas);
  // A mark with both has its number for a name.
  for (const [said, confidence] of [
    [levelText, 0.85],
    [levelLabel, 0.7],
  ] as const)
    for (const text of texts) {
      const own =
        said.test(text.text) && !named.has(text) ? levelShape(text, filled, index, said === levelLabel) : undefined;
      if (own) add(text.text, own, confidence);
    }
  return found;
};
