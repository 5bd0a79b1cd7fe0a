import type { Arc } from './arcs.ts';
import { around, aroundCircle, gapBetween, grown, holdsCentre, overlap } from './boxes.ts';
import { areaOf, boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { FoundSymbol } from './drawn-symbol.ts';
import { lengthBetween, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { FilledArea } from './strokes.ts';
import type { TextLine } from './text-lines.ts';
import {
  maximumNorthRadiusPoints,
  maximumNorthTextHeights,
  maximumPointedShare,
  minimumStarLines,
  minimumTrianglePoints,
} from './thresholds/symbols.ts';
import { trianglesNear } from './triangles.ts';

const centreOf = ({ left, top, right, bottom }: Bounds): [x: number, y: number] => [
  (left + right) / 2,
  (top + bottom) / 2,
];

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
  index.touching(within, ({ x0, y0, x1, y1 }) => {
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
  const box = aroundCircle({ x, y, radius });
  const needles = areas.filter(({ points }) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 2) {
      const [dx, dy] = [points[i]! - x, points[i + 1]! - y];
      // Most areas of a page lie elsewhere.
      if (Math.abs(ux * dx + uy * dy) >= 0.3 * radius) return false;
      const along = ux * dy - uy * dx;
      low = Math.min(low, along);
      high = Math.max(high, along);
    }
    const length = high - low;
    const starts = Math.min(Math.abs(low), Math.abs(high));
    return length > 0.85 * radius && length < 1.3 * radius && starts < 0.15 * radius;
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
