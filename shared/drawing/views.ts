import type { Coverage } from './coverage.ts';
import type { ViewHeading } from './headings.ts';
import { lengthOf } from './line.ts';
import type { Bounds } from './linework.ts';
import type { TextLine } from './text-lines.ts';
import { around } from './text-lines.ts';
import {
  belowWeightRatio,
  dividedWeightRatio,
  maximumCaptionAsideShare,
  maximumCaptionTextHeights,
  maximumMergedShare,
  maximumReachShare,
  maximumStripGapShare,
  maximumTextStrokePoints,
  maximumTitleCharacters,
  minimumCaptionedShare,
  minimumCaptionShare,
  minimumCaptions,
  minimumDrawnShare,
  minimumFrameShare,
  minimumMeasuredShare,
  minimumSheetLines,
  minimumStripRatio,
  minimumUntitledShare,
  minimumViewSquares,
} from './thresholds/views.ts';

/** A view: a plan, section, elevation or detail with its heading. Points, as displayed. */
export interface View extends ViewHeading {
  /** The box of its drawing and heading; null if no drawing was found near the heading. */
  region: Bounds | null;
}

/** Side in points of a square of the raster on which drawings are separated. */
const squarePoints = 8;

/** The squares of a page with ink, grown by one square. */
class Raster {
  readonly columns: number;
  readonly rows: number;
  /** 1 for lettering, 2 for lines. */
  readonly #ink: Uint8Array;

  constructor(width: number, height: number) {
    this.columns = Math.max(1, Math.ceil(width / squarePoints));
    this.rows = Math.max(1, Math.ceil(height / squarePoints));
    this.#ink = new Uint8Array(this.columns * this.rows);
  }

  mark(x: number, y: number, value = 2): void {
    const u = Math.floor(x / squarePoints);
    const v = Math.floor(y / squarePoints);
    if (u >= 0 && v >= 0 && u < this.columns && v < this.rows) {
      const at = v * this.columns + u;
      this.#ink[at] = Math.max(this.#ink[at]!, value);
    }
  }

  clear({ left, top, right, bottom }: Bounds): void {
    const [u0, u1] = [
      Math.max(0, Math.floor(left / squarePoints)),
      Math.min(this.columns - 1, Math.floor(right / squarePoints)),
    ];
    const [v0, v1] = [
      Math.max(0, Math.floor(top / squarePoints)),
      Math.min(this.rows - 1, Math.floor(bottom / squarePoints)),
    ];
    for (let v = v0; v <= v1; v++) for (let u = u0; u <= u1; u++) this.#ink[v * this.columns + u] = 0;
  }

  /** Returns the connected parts of the ink, the squares of each; squares with an empty one between are connected. */
  parts(): number[][] {
    const seen = new Uint8Array(this.#ink.length);
    const parts: number[][] = [];
    for (let start = 0; start < this.#ink.length; start++) {
      if (!this.#ink[start] || seen[start]) continue;
      const part = [start];
      seen[start] = 1;
      for (let i = 0; i < part.length; i++) {
        const [u, v] = [part[i]! % this.columns, Math.floor(part[i]! / this.columns)];
        for (let y = Math.max(0, v - 2); y <= Math.min(this.rows - 1, v + 2); y++) {
          for (let x = Math.max(0, u - 2); x <= Math.min(this.columns - 1, u + 2); x++) {
            const at = y * this.columns + x;
            if (!this.#ink[at] || seen[at]) continue;
            seen[at] = 1;
            part.push(at);
          }
        }
      }
      parts.push(part);
    }
    return parts;
  }

  /** Whether squares contain lines rather than lettering alone. */
  isDrawn(part: readonly number[]): boolean {
    return part.filter((at) => this.#ink[at] === 2).length >= minimumDrawnShare * part.length;
  }

  /** Returns the box of squares in points. */
  boxOf(part: readonly number[]): Bounds {
    let [u0, v0, u1, v1] = [Infinity, Infinity, -1, -1];
    for (const at of part) {
      const [u, v] = [at % this.columns, Math.floor(at / this.columns)];
      u0 = Math.min(u0, u);
      v0 = Math.min(v0, v);
      u1 = Math.max(u1, u);
      v1 = Math.max(v1, v);
    }
    return {
      left: u0 * squarePoints,
      top: v0 * squarePoints,
      right: (u1 + 1) * squarePoints,
      bottom: (v1 + 1) * squarePoints,
    };
  }
}

const gap = (a0: number, a1: number, b0: number, b1: number): number => Math.max(0, b0 - a1, a0 - b1);

/** Returns how far a drawing is from a heading; the distance of one below its heading has the given weight. */
const distanceTo = (heading: Bounds, box: Bounds, weight: number): number => {
  const across = gap(heading.left, heading.right, box.left, box.right);
  const down = gap(heading.top, heading.bottom, box.top, box.bottom);
  const isBelow = box.top >= heading.bottom - squarePoints;
  return Math.hypot(across, isBelow ? weight * down + squarePoints : down);
};

const inkOf = (
  { lines, arcs, areas }: Coverage,
  texts: readonly TextLine[],
  page: { width: number; height: number },
  outside: readonly Bounds[],
  leastPoints: number,
): Raster => {
  const raster = new Raster(page.width, page.height);
  // A drawing may use a part of its page only.
  const used = around(
    lines.map(({ x0, y0, x1, y1 }) => ({ left: x0, top: Math.min(y0, y1), right: x1, bottom: Math.max(y0, y1) })),
  );
  for (const line of lines) {
    const length = lengthOf(line);
    const isFrame =
      !line.dashed &&
      (Math.abs(line.x1 - line.x0) > minimumFrameShare * (used.right - used.left) ||
        Math.abs(line.y1 - line.y0) > minimumFrameShare * (used.bottom - used.top));
    if (isFrame || length < leastPoints) continue;
    const steps = Math.ceil(length / (squarePoints / 2)) + 1;
    for (let i = 0; i <= steps; i++) {
      const t = i / steps;
      raster.mark(line.x0 + t * (line.x1 - line.x0), line.y0 + t * (line.y1 - line.y0));
    }
  }
  for (const { x, y, radius, from, sweep } of arcs) {
    const steps = Math.ceil((radius * sweep) / (squarePoints / 2)) + 1;
    for (let i = 0; i <= steps; i++)
      raster.mark(x + radius * Math.cos(from + (sweep * i) / steps), y + radius * Math.sin(from + (sweep * i) / steps));
  }
  for (const { points } of areas)
    for (let i = 0; i + 1 < points.length; i += 2) raster.mark(points[i]!, points[i + 1]!);
  for (const { box } of texts)
    for (let x = box.left; x <= box.right; x += squarePoints) raster.mark(x, (box.top + box.bottom) / 2, 1);
  for (const box of outside) raster.clear(box);
  return raster;
};

/** Returns the index of the heading nearest to a box among some; -1 if none is within reach. */
const nearestTo = (
  headings: readonly ViewHeading[],
  among: readonly number[],
  box: Bounds,
  reach: number,
  weight: number,
): number => {
  let best = -1;
  let least = reach;
  for (const i of among) {
    const away = distanceTo(headings[i]!.box, box, weight);
    if (away < least) [best, least] = [i, away];
  }
  return best;
};

/** Divides the squares of a part among the headings inside it. */
const divided = (
  raster: Raster,
  part: readonly number[],
  box: Bounds,
  inside: readonly number[],
  headings: readonly ViewHeading[],
): Map<number, number[]> => {
  // Headings are either all below their drawings or all above them.
  const above = Math.min(...inside.map((i) => headings[i]!.box.top)) - box.top;
  const below = box.bottom - Math.max(...inside.map((i) => headings[i]!.box.bottom));
  const weight = above > below ? dividedWeightRatio : 1 / dividedWeightRatio;
  const shares = new Map<number, number[]>();
  for (const square of part) {
    const at = nearestTo(headings, inside, raster.boxOf([square]), Infinity, weight);
    const known = shares.get(at);
    if (known) known.push(square);
    else shares.set(at, [square]);
  }
  return shares;
};

/** Merges boxes that are close to each other. */
const merged = (boxes: readonly Bounds[], reach: number): Bounds[] => {
  const left = [...boxes];
  for (let i = 0; i < left.length; i++) {
    const at = left.findIndex(
      (other, j) =>
        j < i &&
        gap(left[i]!.left, left[i]!.right, other.left, other.right) <= reach &&
        gap(left[i]!.top, left[i]!.bottom, other.top, other.bottom) <= reach,
    );
    if (at < 0) continue;
    left[at] = around([left[at]!, left[i]!]);
    left.splice(i, 1);
    // The grown box may reach others.
    i = -1;
  }
  return left;
};

/** Whether the centre of a box lies in another. */
const holds = (outer: Bounds, { left, top, right, bottom }: Bounds): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
};

/** Returns the single line of text centred below the lines of a drawing, which may be within its part of the ink. */
const captionOf = (part: Bounds, { lines }: Coverage, texts: readonly TextLine[]): TextLine | undefined => {
  let [left, right, bottom] = [Infinity, -Infinity, -Infinity];
  for (const { x0, y0, x1, y1 } of lines) {
    if (!holds(part, { left: x0, top: Math.min(y0, y1), right: x1, bottom: Math.max(y0, y1) })) continue;
    left = Math.min(left, x0);
    right = Math.max(right, x1);
    bottom = Math.max(bottom, y0, y1);
  }
  const below = texts.filter(
    ({ box, size, angle }) =>
      angle === 0 &&
      box.top > bottom - size / 2 &&
      box.top < bottom + maximumCaptionTextHeights * size &&
      box.left < right &&
      box.right > left,
  );
  const [only] = below;
  if (!only || below.length > 1 || !/\p{L}{2}/u.test(only.text) || only.text.length > maximumTitleCharacters)
    return undefined;
  const aside = Math.abs((only.box.left + only.box.right) / 2 - (left + right) / 2);
  return aside <= maximumCaptionAsideShare * (right - left) + only.size ? only : undefined;
};

/** Returns boxes of drawings, strips of dimensions joined to the nearest one. */
const withStrips = (boxes: readonly Bounds[], measured: readonly Bounds[], reach: number): Bounds[] => {
  const isStrip = (box: Bounds) => {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    return (
      Math.max(width, height) >= minimumStripRatio * Math.min(width, height) &&
      measured.some((each) => holds(box, each))
    );
  };
  const drawings = boxes.filter((box) => !isStrip(box));
  for (const strip of boxes.filter(isStrip)) {
    const gaps = drawings.map((box) =>
      Math.hypot(gap(box.left, box.right, strip.left, strip.right), gap(box.top, box.bottom, strip.top, strip.bottom)),
    );
    const at = gaps.indexOf(Math.min(...gaps));
    if (at >= 0 && gaps[at]! <= reach) drawings[at] = around([drawings[at]!, strip]);
    else drawings.push(strip);
  }
  return drawings;
};

/**
 * Returns the views without a heading: large drawings far from all headings, drawings with dimensions, and those with a
 * caption if most others have one, too.
 */
const untitledViews = (
  parts: readonly Bounds[],
  coverage: Coverage,
  texts: readonly TextLine[],
  page: { width: number; height: number },
  measured: readonly Bounds[],
): View[] => {
  const area = page.width * page.height;
  const shareOf = ({ left, top, right, bottom }: Bounds) => ((right - left) * (bottom - top)) / area;
  const side = Math.min(page.width, page.height);
  const drawings = withStrips(merged(parts, maximumMergedShare * side), measured, maximumStripGapShare * side).filter(
    (box) => shareOf(box) >= minimumCaptionedShare,
  );
  const captions = drawings.map((box) => captionOf(box, coverage, texts));
  const captioned = captions.filter((caption) => caption !== undefined).length;
  const areTitles = captioned >= minimumCaptions && captioned >= minimumCaptionShare * drawings.length;
  return drawings.flatMap((drawing, i): View[] => {
    const caption = areTitles ? captions[i] : undefined;
    const isView =
      caption !== undefined ||
      (shareOf(drawing) >= minimumMeasuredShare && measured.some((box) => holds(drawing, box))) ||
      (shareOf(drawing) >= minimumUntitledShare &&
        coverage.lines.filter(({ x0, y0 }) => holds(drawing, { left: x0, top: y0, right: x0, bottom: y0 })).length >=
          minimumSheetLines);
    if (!isView) return [];
    const region = caption ? around([drawing, caption.box]) : drawing;
    return [
      {
        number: null,
        title: caption?.text ?? null,
        scale: null,
        box: caption?.box ?? region,
        region,
        confidence: caption ? 0.6 : 0.5,
      },
    ];
  });
};

/** Returns the parts of the ink, those with overlapping boxes as one unless several headings are in its box. */
const joinedParts = (raster: Raster, headings: readonly ViewHeading[]): number[][] => {
  const parts = raster.parts().map((squares) => ({ squares, box: raster.boxOf(squares) }));
  for (let i = 0; i < parts.length; i++) {
    const at = parts.findIndex(({ box }, j) => {
      const own = parts[i]!.box;
      if (j >= i || box.left >= own.right || own.left >= box.right || box.top >= own.bottom || own.top >= box.bottom)
        return false;
      const both = around([box, own]);
      return headings.filter((heading) => holds(both, heading.box)).length <= 1;
    });
    if (at < 0) continue;
    parts[at] = {
      squares: [...parts[at]!.squares, ...parts[i]!.squares],
      box: around([parts[at]!.box, parts[i]!.box]),
    };
    parts.splice(i, 1);
    // The grown box may reach others.
    i = at - 1;
  }
  return parts.map(({ squares }) => squares);
};

/**
 * Determines the region of each view: the connected parts of the drawing nearest to its heading. A part that contains
 * several headings is divided among them; a large part far from all headings is a view without one.
 * @param outside boxes of tables and of the cells of title blocks, which belong to no view
 * @param isLettered whether the lettering is text; otherwise short lines are lettering and connect no drawings
 * @param measured boxes of the texts of dimensions, which only drawings have
 */
export const viewsOf = (
  headings: readonly ViewHeading[],
  coverage: Coverage,
  texts: readonly TextLine[],
  page: { width: number; height: number },
  outside: readonly Bounds[],
  isLettered = true,
  measured: readonly Bounds[] = [],
): View[] => {
  const raster = inkOf(coverage, texts, page, outside, isLettered ? 0 : maximumTextStrokePoints);
  for (const { box } of headings) raster.clear(box);
  const reach = maximumReachShare * Math.min(page.width, page.height);
  const regions: Bounds[][] = headings.map(() => []);
  const all = headings.map((_, i) => i);
  const untitled: Bounds[] = [];
  for (const part of joinedParts(raster, headings)) {
    if (part.length < minimumViewSquares) continue;
    const box = raster.boxOf(part);
    const inside = all.filter((i) => {
      const own = headings[i]!.box;
      const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
    if (inside.length < 2) {
      // The only heading of a sheet belongs to all of its drawing.
      const isOnly = headings.length === 1 && raster.isDrawn(part);
      const at = inside[0] ?? nearestTo(headings, all, box, isOnly ? Infinity : reach, belowWeightRatio);
      if (at >= 0) regions[at]!.push(box);
      else if (raster.isDrawn(part)) untitled.push(box);
      continue;
    }
    for (const [at, squares] of divided(raster, part, box, inside, headings)) regions[at]!.push(raster.boxOf(squares));
  }
  const titled = headings
    .map((heading, i) => ({
      ...heading,
      region: regions[i]!.length === 0 ? null : around([...regions[i]!, heading.box]),
    }))
    // A large title without a drawing nearby is that of the sheet or of a table.
    .filter(({ number, region }) => number !== null || region !== null);
  return [...titled, ...untitledViews(untitled, coverage, texts, page, measured)];
};
