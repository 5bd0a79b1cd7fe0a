import type { Arc } from './arcs.ts';
import { around, gapBetween, grown, holdsCentre, overlap } from './boxes.ts';
import { areaOf, boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { FoundSymbol } from './drawn-symbol.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { FilledArea } from './strokes.ts';
import type { TextLine } from './text-lines.ts';
import {
  maximumLevelTextRadii,
  maximumNorthRadiusPoints,
  maximumNorthTextHeights,
  maximumPointedShare,
  maximumTargetPoints,
  maximumTriangleHeightRatio,
  maximumTrianglePoints,
  maximumTriangleTextHeights,
  minimumStarLines,
  minimumTargetLines,
  minimumTargetPoints,
  minimumTriangleHeightRatio,
  minimumTrianglePoints,
} from './thresholds/symbols.ts';

const centreOf = ({ left, top, right, bottom }: Bounds): [x: number, y: number] => [
  (left + right) / 2,
  (top + bottom) / 2,
];

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

/** A triangle of lines. */
interface Triangle {
  corners: [x: number, y: number][];
  box: Bounds;
}

/** Returns the isosceles triangles that lines near a box form. */
export const trianglesNear = (box: Bounds, index: LineIndex): Triangle[] => {
  const lines: Line[] = [];
  index.near(box, 0, (line) => {
    const length = lengthOf(line);
    if (length < minimumTrianglePoints || length > maximumTrianglePoints || line.dashed) return;
    if (gapBetween(box, boundsOf([line.x0, line.y0, line.x1, line.y1])) === 0) lines.push(line);
  });
  // A hatch around a text has no marks.
  if (lines.length > 150) return [];
  const meets = (x: number, y: number, u: number, v: number) => lengthBetween(x, y, u, v) <= 2 * TOLERANCE;
  /** Returns the other end of a line that ends at a point. */
  const from = ({ x0, y0, x1, y1 }: Line, x: number, y: number): [number, number] | undefined =>
    meets(x0, y0, x, y) ? [x1, y1] : meets(x1, y1, x, y) ? [x0, y0] : undefined;
  const found: Triangle[] = [];
  for (const base of lines) {
    for (const one of lines) {
      const apex = one === base ? undefined : from(one, base.x0, base.y0);
      if (!apex) continue;
      const closes = lines.some((other) => {
        const end = other === one || other === base ? undefined : from(other, base.x1, base.y1);
        return end !== undefined && meets(...end, ...apex);
      });
      const [x, y] = [(base.x0 + base.x1) / 2, (base.y0 + base.y1) / 2];
      const [width, height] = [lengthOf(base), lengthBetween(x, y, ...apex)];
      const isIsosceles =
        Math.abs(lengthBetween(base.x0, base.y0, ...apex) - lengthBetween(base.x1, base.y1, ...apex)) < 0.1 * width;
      const ratio = height / width;
      if (!closes || !isIsosceles || ratio < minimumTriangleHeightRatio || ratio > maximumTriangleHeightRatio) continue;
      const corners: Triangle['corners'] = [[base.x0, base.y0], [base.x1, base.y1], apex];
      found.push({ corners, box: boundsOf(corners.flat()) });
    }
  }
  return found;
};

/** A level as it is printed beside a triangle: signed, or with decimals. */
const levelText = /^(?:[±+\-−]\s?\d+(?:[.,]\d+)?|\d{1,3}[.,]\d{2,3})\s?(?:m|mm|M)?$/u;

/**
 * Whether a triangle marks a level beside a text: its base runs like the text, and its tip stands on a line in that
 * direction.
 */
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

/**
 * Finds the marks of levels: a target (a disc with two opposite filled quarters) with a number beside it, and a triangle
 * that stands on a line below or above a printed level. The mark decides: its number needs no sign.
 */
export const levelMarksOf = (
  { areas, arcs }: Pick<Coverage, 'areas' | 'arcs'>,
  texts: readonly TextLine[],
  index: LineIndex,
): FoundSymbol[] => {
  const mark = (name: string, box: Bounds, confidence: number): FoundSymbol => ({
    kind: 'level_mark',
    name,
    layer: null,
    box,
    confidence,
  });
  const targets: FoundSymbol[] = [];
  for (const { x, y, radius } of [...targetsOf(areas), ...hatchedTargets(arcs, index)]) {
    const box = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
    if (targets.some((other) => overlap(other.box, box))) continue;
    const [nearest] = texts
      .filter(({ text }) => /\d/u.test(text))
      .map((text) => ({ text, gap: gapBetween(text.box, box) }))
      .filter(({ gap }) => gap <= maximumLevelTextRadii * radius)
      .sort((a, b) => a.gap - b.gap);
    if (nearest) targets.push(mark(nearest.text.text, box, 0.95));
  }
  const triangles = texts.flatMap((text) => {
    if (!levelText.test(text.text)) return [];
    const reach = maximumTriangleTextHeights * text.size;
    const own = trianglesNear(grown(text.box, 3 * reach), index).filter(
      (triangle) => gapBetween(triangle.box, text.box) <= reach && isLevelTriangle(triangle, text, index),
    );
    // Nested triangles are the outline of one mark.
    return own.length > 0 ? [mark(text.text, around(own.map(({ box }) => box)), 0.85)] : [];
  });
  return [...targets, ...triangles.filter(({ box }) => !targets.some((target) => overlap(target.box, box)))];
};

const viewNumber = /^[\p{Lu}\d]{1,2}$/u;
const sheetNumber = /^(?=.*\d)\p{Lu}[\p{L}\d.-]{1,7}$/u;

/**
 * Finds the marks of elevations that are not circles: a triangle with the number of a view, which points away from the
 * number of the sheet. The name is `view/sheet`.
 */
export const elevationMarksOf = (texts: readonly TextLine[], index: LineIndex): FoundSymbol[] => {
  const sheets = texts.filter(({ text }) => sheetNumber.test(text));
  return texts.flatMap((view): FoundSymbol[] => {
    if (!viewNumber.test(view.text)) return [];
    const [x, y] = centreOf(view.box);
    const beside = sheets.filter(
      ({ box, size }) => gapBetween(box, view.box) < 4 * view.size && size < 2 * view.size && size > view.size / 2,
    );
    if (beside.length === 0) return [];
    for (const { corners, box } of trianglesNear(grown(view.box, 2 * view.size), index)) {
      const [[x0, y0], [x1, y1], [u, v]] = corners as [[number, number], [number, number], [number, number]];
      const width = lengthBetween(x0, y0, x1, y1);
      const [bx, by] = [(x0 + x1) / 2, (y0 + y1) / 2];
      const height = lengthBetween(bx, by, u, v);
      if (!holdsCentre(box, view.box)) continue;
      const along = (px: number, py: number) => ((px - bx) * (u - bx) + (py - by) * (v - by)) / height;
      const across = (px: number, py: number) => Math.abs((px - bx) * (v - by) - (py - by) * (u - bx)) / height;
      if (along(x, y) <= 0) continue;
      const sheet = beside.find(({ box: other }) => {
        const [p, q] = centreOf(other);
        return along(p, q) < 0 && along(p, q) > -width && across(p, q) < width / 4;
      });
      if (!sheet) continue;
      return [
        {
          kind: 'elevation_mark',
          name: `${view.text}/${sheet.text}`,
          layer: null,
          box: around([box, sheet.box]),
          confidence: 0.9,
        },
      ];
    }
    return [];
  });
};

const northLetter = /^(?:N|С)$/u;
const northWord = /^(?:north|nord|norte|noord|norr|север|北)\.?$/iu;

/** Returns the letters of a compass around a common centre, of which `north` is one; undefined without them. */
const compassOf = (north: TextLine, texts: readonly TextLine[]): TextLine[] | undefined => {
  const [x, y] = centreOf(north.box);
  const letters = texts.filter(({ text, box, size }) => {
    const away = gapBetween(box, north.box);
    return /^[SEWOLJ]$/u.test(text) && Math.abs(size - north.size) < size / 4 && away < 12 * size;
  });
  for (const south of letters) {
    const [u, v] = centreOf(south.box);
    const [middleX, middleY] = [(x + u) / 2, (y + v) / 2];
    const arm = lengthBetween(x, y, u, v) / 2;
    const sides = letters.filter((side) => {
      const [p, q] = centreOf(side.box);
      const cosine = ((p - middleX) * (x - u) + (q - middleY) * (y - v)) / (2 * arm);
      return (
        side !== south &&
        Math.abs(lengthBetween(p, q, middleX, middleY) - arm) < 0.35 * arm &&
        Math.abs(cosine) < 0.35 * arm
      );
    });
    if (sides.length === 2) return [north, south, ...sides];
  }
  return undefined;
};

/** Returns the boxes of filled areas that point somewhere, such as arrows, in a box. */
const pointedAreas = (areas: readonly FilledArea[], within: Bounds, least: number): Bounds[] =>
  areas.flatMap(({ points }) => {
    const box = boundsOf(points);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const isInside =
      box.left >= within.left && box.top >= within.top && box.right <= within.right && box.bottom <= within.bottom;
    return isInside &&
      Math.max(width, height) >= least &&
      Math.abs(areaOf(points)) < maximumPointedShare * width * height
      ? [box]
      : [];
  });

/** Returns the box of the short lines beside a word that are enough for a star or an arrow; undefined if there are fewer. */
const starBeside = ({ box, size }: TextLine, index: LineIndex): Bounds | undefined => {
  const found: Bounds[] = [];
  const within = grown(box, 4 * size);
  index.near(within, 0, ({ x0, y0, x1, y1 }) => {
    const own = boundsOf([x0, y0, x1, y1]);
    const isInside =
      own.left >= within.left && own.top >= within.top && own.right <= within.right && own.bottom <= within.bottom;
    if (isInside) found.push(own);
  });
  const star = around(found);
  const extent = Math.max(star.right - star.left, star.bottom - star.top);
  return found.length >= minimumStarLines && found.length <= 60 && extent > size && gapBetween(star, box) < size
    ? star
    : undefined;
};

/** Returns the box of a circle with a diameter, and a filled needle along the radius at a right angle to it. */
const needleCircle = (arc: Arc, areas: readonly FilledArea[], index: LineIndex): Bounds | undefined => {
  const { x, y, radius } = arc;
  let diameter: [number, number] | undefined;
  index.near({ left: x, top: y, right: x, bottom: y }, 1, (line) => {
    const [dx, dy] = [line.x1 - line.x0, line.y1 - line.y0];
    const length = lengthOf(line);
    const aside = Math.abs(dx * (line.y0 - y) - dy * (line.x0 - x)) / length;
    const reach = Math.min(lengthBetween(line.x0, line.y0, x, y), lengthBetween(line.x1, line.y1, x, y));
    if (aside <= 2 * TOLERANCE && reach > 0.9 * radius && reach < 1.8 * radius) diameter = [dx / length, dy / length];
  });
  if (!diameter) return undefined;
  const [ux, uy] = diameter;
  const box = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
  const needles = areas.filter(({ points }) => {
    let [low, high, wide] = [Infinity, -Infinity, 0];
    for (let i = 0; i < points.length; i += 2) {
      const [dx, dy] = [points[i]! - x, points[i + 1]! - y];
      const along = ux * dy - uy * dx;
      low = Math.min(low, along);
      high = Math.max(high, along);
      wide = Math.max(wide, Math.abs(ux * dx + uy * dy));
    }
    const length = high - low;
    const starts = Math.min(Math.abs(low), Math.abs(high));
    return length > 0.85 * radius && length < 1.3 * radius && starts < 0.15 * radius && wide < 0.3 * radius;
  });
  return needles.length === 1 ? box : undefined;
};

/**
 * Finds the arrows of north: a compass with its four letters; the letter or word beside an arrow or a circle; a circle
 * with a diameter and a needle.
 */
export const northArrowsOf = (
  { arcs, areas }: Pick<Coverage, 'arcs' | 'areas'>,
  texts: readonly TextLine[],
  index: LineIndex,
): FoundSymbol[] => {
  const circles = arcs.filter(
    ({ sweep, radius }) => sweep > 6 && radius >= minimumTrianglePoints && radius <= maximumNorthRadiusPoints,
  );
  const circleBox = ({ x, y, radius }: Arc): Bounds => ({
    left: x - radius,
    top: y - radius,
    right: x + radius,
    bottom: y + radius,
  });
  const boxes: Bounds[] = [];
  for (const north of texts) {
    const isWord = northWord.test(north.text);
    if (!isWord && !northLetter.test(north.text)) continue;
    const compass = compassOf(north, texts);
    if (compass) {
      boxes.push(around(compass.map(({ box }) => box)));
      continue;
    }
    const reach = maximumNorthTextHeights * north.size;
    const arrows = pointedAreas(areas, grown(north.box, reach), (isWord ? 0.5 : 0.8) * north.size).filter(
      (box) => gapBetween(box, north.box) < north.size,
    );
    const [x, y] = centreOf(north.box);
    // A letter in the middle of a circle is a tag.
    const rings = circles.filter(
      (arc) =>
        lengthBetween(arc.x, arc.y, x, y) > arc.radius / 2 &&
        gapBetween(circleBox(arc), north.box) < north.size &&
        arc.radius < reach,
    );
    const star = isWord ? starBeside(north, index) : undefined;
    const drawn = [...arrows, ...(star ? [star] : []), ...(isWord || arrows.length > 0 ? rings.map(circleBox) : [])];
    if (drawn.length > 0) boxes.push(around([north.box, ...drawn]));
  }
  for (const arc of circles) {
    const box = arc.radius >= 6 ? needleCircle(arc, areas, index) : undefined;
    if (box && !boxes.some((other) => overlap(other, box))) boxes.push(box);
  }
  return boxes.map((box) => ({ kind: 'north_arrow', name: '', layer: null, box, confidence: 0.8 }));
};
