import type { Arc } from './arcs.ts';
import { aroundPoint } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { Growing } from './growing.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';

/** Maximum distance in points of a mark from the end of a dimension: a tick, an arrowhead or an extension line. */
const maximumMarkDistancePoints = 2.5;
/** Maximum length in points of a tick, and maximum number of corners of an arrowhead. */
const maximumTickPoints = 20;
const maximumMarkCorners = 20;
const maximumDotRadiusPoints = 4;
/** Maximum distance in points of the centre of a dot from its line. */
const dotAsidePoints = 0.5;
/** Minimum sweep in radians of a circle. */
const minimumDotRadians = 6;
const markSquarePoints = 6;
/** Range of the length of an arrowhead in points, and of its width relative to the length. */
const arrowPoints = { least: 1.5, most: 25 };
const arrowWidths = { least: 0.1, most: 1.1 };
/** Maximum distance in points of the end of a line from the arrowhead that continues it. */
const arrowGapPoints = 1.2;
/** Minimum length of a dimension line in points. */
const minimumLinePoints = 3;

const isDot = ({ radius, sweep }: Arc): boolean => radius <= maximumDotRadiusPoints && sweep >= minimumDotRadians;

/**
 * Possible marks of dimensions: ends of lines, centres of ticks and dots, and corners of small areas (arrowheads).
 */
export class Marks {
  readonly #grid: PointGrid;
  readonly #places: Float64Array;
  /** Unit vector of each mark's direction; zero for a corner, which has none. */
  readonly #directions: Float64Array;

  constructor({ lines, arcs, areas }: Coverage) {
    const places = new Growing(Float64Array);
    const directions = new Growing(Float64Array);
    for (const line of lines) {
      const length = lengthOf(line);
      if (length === 0) continue;
      const ux = (line.x1 - line.x0) / length;
      const uy = (line.y1 - line.y0) / length;
      places.push4(line.x0, line.y0, line.x1, line.y1);
      directions.push4(ux, uy, ux, uy);
      // A dimension line crosses a tick at its centre, and an extension line near its end.
      if (length >= maximumTickPoints) continue;
      places.push2((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2);
      directions.push2(ux, uy);
    }
    for (const arc of arcs) {
      if (!isDot(arc)) continue;
      places.push2(arc.x, arc.y);
      directions.push2(0, 0);
    }
    for (const { points } of areas) {
      if (points.length > 2 * maximumMarkCorners) continue;
      for (let i = 0; i < points.length; i += 2) {
        places.push2(points[i]!, points[i + 1]!);
        directions.push2(0, 0);
      }
    }
    this.#places = places.taken();
    this.#directions = directions.taken();
    this.#grid = new PointGrid(this.#places, markSquarePoints);
  }

  /** Whether there is a mark near the point that is not parallel to the direction `u`. */
  has(x: number, y: number, ux: number, uy: number): boolean {
    let found = false;
    const reach = maximumMarkDistancePoints;
    this.#grid.within(x - reach, y - reach, x + reach, y + reach, (i) => {
      if (found || lengthBetween(x, y, this.#places[2 * i]!, this.#places[2 * i + 1]!) > reach) return;
      const dx = this.#directions[2 * i]!;
      const dy = this.#directions[2 * i + 1]!;
      found = (dx === 0 && dy === 0) || Math.abs(ux * dy - uy * dx) > 0.25;
    });
    return found;
  }
}

/** Returns the positions along a line where others cross or meet it, and of the dots on it, sorted. */
const stopsOn = (line: Line, others: readonly Line[], dots: readonly Arc[]): number[] => {
  const length = lengthOf(line);
  const ux = (line.x1 - line.x0) / length;
  const uy = (line.y1 - line.y0) / length;
  const stops = [0, length];
  for (const other of others) {
    const dx = other.x1 - other.x0;
    const dy = other.y1 - other.y0;
    const reach = Math.sqrt(dx * dx + dy * dy);
    const across = ux * dy - uy * dx;
    if (Math.abs(across) < 0.25 * reach) continue;
    const px = other.x0 - line.x0;
    const py = other.y0 - line.y0;
    const t = (px * dy - py * dx) / across;
    const s = (px * uy - py * ux) / across;
    const over = maximumMarkDistancePoints / reach;
    if (s >= -over && s <= 1 + over && t > -maximumMarkDistancePoints && t < length + maximumMarkDistancePoints)
      stops.push(t);
  }
  for (const { x, y } of dots) {
    const [px, py] = [x - line.x0, y - line.y0];
    const t = px * ux + py * uy;
    if (Math.abs(px * uy - py * ux) <= dotAsidePoints && t > 0 && t < length) stops.push(t);
  }
  return stops.sort((a, b) => a - b);
};

/** An arrowhead: from the middle of its base to its tip. */
export interface Arrowhead {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Returns the arrowheads among filled areas: slim triangles with two equal sides. */
export const arrowheadsOf = ({ areas }: Coverage): Arrowhead[] => {
  const found: Arrowhead[] = [];
  for (const { points } of areas) {
    if (points.length > 12) continue;
    const corners: [number, number][] = [];
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i]!, points[i + 1]!];
      if (!corners.some(([u, v]) => lengthBetween(x, y, u, v) < 0.1)) corners.push([x, y]);
    }
    if (corners.length !== 3) continue;
    for (let k = 0; k < 3; k++) {
      const [[tx, ty], [ax, ay], [bx, by]] = [corners[k]!, corners[(k + 1) % 3]!, corners[(k + 2) % 3]!];
      const [one, other] = [lengthBetween(tx, ty, ax, ay), lengthBetween(tx, ty, bx, by)];
      const [x0, y0] = [(ax + bx) / 2, (ay + by) / 2];
      const length = lengthBetween(x0, y0, tx, ty);
      const width = lengthBetween(ax, ay, bx, by) / length;
      const isSlim = width >= arrowWidths.least && width <= arrowWidths.most;
      if (
        isSlim &&
        Math.abs(one - other) < 0.1 * length &&
        width * length <= Math.min(one, other) &&
        length >= arrowPoints.least &&
        length <= arrowPoints.most
      )
        found.push({ x0, y0, x1: tx, y1: ty });
    }
  }
  return found;
};

/** Returns the lines that end at the base of an arrowhead, prolonged to its tip. */
const prolongedLines = (arrowheads: readonly Arrowhead[], index: LineIndex): Map<Line, Line> => {
  const longer = new Map<Line, Line>();
  for (const { x0, y0, x1, y1 } of arrowheads) {
    const length = lengthBetween(x0, y0, x1, y1);
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    index.near({ left: x0, top: y0, right: x0, bottom: y0 }, arrowGapPoints, (line) => {
      const own = lengthOf(line);
      if (own < minimumLinePoints) return;
      const [lx, ly] = [(line.x1 - line.x0) / own, (line.y1 - line.y0) / own];
      const along = lx * ux + ly * uy;
      if (Math.abs(along) < 0.99 || Math.abs(lx * (y1 - line.y0) - ly * (x1 - line.x0)) > 2 * TOLERANCE) return;
      const known = longer.get(line) ?? line;
      const [ex, ey] = along > 0 ? [line.x1, line.y1] : [line.x0, line.y0];
      const ahead = (x0 - ex) * ux + (y0 - ey) * uy;
      if (ahead > arrowGapPoints || ahead < -length) return;
      longer.set(line, along > 0 ? { ...known, x1, y1 } : { ...known, x0: x1, y0: y1 });
    });
  }
  return longer;
};

/** A straight line, or the collinear pieces of one on both sides of a text, and where it may begin and end. */
export interface Axis {
  x: number;
  y: number;
  ux: number;
  uy: number;
  /** Distances from x, y of its ends. */
  from: number;
  to: number;
  /** Distances from x, y of its ends and of the lines that cross or meet it, sorted. */
  stops: number[];
  /** Distances of the lines across it that are no stops, at the edges of a text that hides it. */
  edges: number[];
  /** Whether it is a stroke rather than the border of an area. */
  isStroke: boolean;
  /** Index of its pen in {@link Coverage.pens}. */
  pen: number;
}

/** The box of a text and its reading direction, a unit vector. */
export interface TextPlace {
  box: Bounds;
  ux: number;
  uy: number;
  height: number;
}

/** Maximum distance of a dimension's text from a parallel line, and from a line that passes through it, in heights. */
const asideHeights = 2.2;
const throughHeights = 0.6;
/** Maximum distance of the middle of a text from the line under it, in heights. */
const underHeights = 1.3;
/** Room between a text and the line that it interrupts, in heights. */
const roomHeights = 1.5;

/** Maximum distance of the marks of a section from the edges of the text that hides its line, in heights. */
const edgeTextHeights = 0.5;

/** The lines that may be dimension lines. */
export class DimensionLines {
  readonly marks: Marks;
  readonly #coverage: Coverage;
  readonly #index: LineIndex;
  readonly #arrowheads: Arrowhead[];
  readonly #dots: Arc[];
  readonly #dotGrid: PointGrid;
  readonly #prolonged: Map<Line, Line>;
  readonly #stops = new Map<Line, number[]>();

  constructor(coverage: Coverage, index: LineIndex) {
    this.marks = new Marks(coverage);
    this.#coverage = coverage;
    this.#index = index;
    this.#arrowheads = arrowheadsOf(coverage);
    this.#dots = coverage.arcs.filter(isDot);
    this.#dotGrid = new PointGrid(Float64Array.from(this.#dots.flatMap(({ x, y }) => [x, y])), markSquarePoints);
    this.#prolonged = prolongedLines(this.#arrowheads, index);
  }

  #stopsOf(line: Line): number[] {
    const known = this.#stops.get(line);
    if (known) return known;
    const around: Line[] = [];
    const box = boundsOf([line.x0, line.y0, line.x1, line.y1]);
    this.#index.near(box, maximumMarkDistancePoints, (other) => {
      if (other !== line) around.push(other);
    });
    const dots: Arc[] = [];
    this.#dotGrid.within(box.left, box.top, box.right, box.bottom, (i) => dots.push(this.#dots[i]!));
    const found = stopsOn(line, around, dots);
    this.#stops.set(line, found);
    return found;
  }

  /** Returns the lines beside a text and parallel to it, and those that pass through it in any direction. */
  around({ box, ux, uy, height }: TextPlace): Axis[] {
    const [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const groups: { lines: Line[]; lx: number; ly: number }[] = [];
    this.#index.near(box, asideHeights * height, (near) => {
      const line = this.#prolonged.get(near) ?? near;
      const length = lengthOf(line);
      if (length < minimumLinePoints || (line.dashed && this.#coverage.pens[line.pen]!.dash.length > 0)) return;
      const [lx, ly] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
      // A chain whose texts interrupt its line looks like dashes, but no text stands beside it.
      const isBeside = !line.dashed && Math.abs(ux * ly - uy * lx) <= 0.05;
      const aside = Math.abs(lx * (cy - line.y0) - ly * (cx - line.x0));
      if (aside > (isBeside ? asideHeights : throughHeights) * height) return;
      const group = groups.find(({ lines: [first], lx: gx, ly: gy }) => {
        const away = (x: number, y: number) => Math.abs(gx * (y - first!.y0) - gy * (x - first!.x0));
        return away(line.x0, line.y0) <= TOLERANCE && away(line.x1, line.y1) <= TOLERANCE;
      });
      if (group) group.lines.push(line);
      else groups.push({ lines: [line], lx, ly });
    });
    return groups.flatMap(({ lines, lx, ly }) => this.#axisOf(lines, lx, ly, box, height) ?? []);
  }

  /** Returns the lines under a text, and those that these lead to: a dimension whose text is outside has such a leader. */
  #leadersOf({ box, ux, uy, height }: TextPlace): Line[] {
    const [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const extent = Math.abs(ux) * (box.right - box.left) + Math.abs(uy) * (box.bottom - box.top);
    const under: Line[] = [];
    this.#index.near(box, underHeights * height, (line) => {
      const length = lengthOf(line);
      if (length < extent / 2) return;
      const [lx, ly] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
      const along = lx * (cx - line.x0) + ly * (cy - line.y0);
      const isUnder = Math.abs(lx * (cy - line.y0) - ly * (cx - line.x0)) <= underHeights * height;
      if (Math.abs(ux * ly - uy * lx) <= 0.05 && isUnder && along > 0 && along < length) under.push(line);
    });
    const found = [...under];
    for (const line of under)
      for (const [x, y] of [
        [line.x0, line.y0],
        [line.x1, line.y1],
      ] as const)
        this.#index.touching(aroundPoint(x, y, arrowGapPoints), (other) => {
          const isAtEnd =
            Math.min(lengthBetween(x, y, other.x0, other.y0), lengthBetween(x, y, other.x1, other.y1)) < arrowGapPoints;
          if (isAtEnd && !under.includes(other) && lengthOf(other) >= minimumLinePoints) found.push(other);
        });
    return found;
  }

  /**
   * Returns the sections between opposed arrowheads on the line under a text, or on the one that this leads to, from tip to
   * tip.
   */
  betweenArrows(place: TextPlace): { x0: number; y0: number; x1: number; y1: number }[] {
    if (this.#arrowheads.length < 2) return [];
    return this.#leadersOf(place).flatMap((line) => {
      const length = lengthOf(line);
      const [lx, ly] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
      const tips = this.#arrowheads.flatMap((head) => {
        const own = lengthBetween(head.x0, head.y0, head.x1, head.y1);
        const along = (lx * (head.x1 - head.x0) + ly * (head.y1 - head.y0)) / own;
        const [x, y] = [head.x1 - line.x0, head.y1 - line.y0];
        if (Math.abs(along) < 0.99 || Math.abs(lx * y - ly * x) > arrowGapPoints) return [];
        return [{ x: head.x1, y: head.y1, at: lx * x + ly * y, isForward: along > 0 }];
      });
      const nearest = tips.sort((a, b) => a.at - b.at);
      return nearest.slice(1).flatMap((to, i) => {
        const from = nearest[i]!;
        return from.isForward === to.isForward ? [] : [{ x0: from.x, y0: from.y, x1: to.x, y1: to.y }];
      });
    });
  }

  /** Returns the distances from x, y at which lines cross a part of an axis. */
  #crossingsOf({ x, y, ux, uy }: Pick<Axis, 'x' | 'y' | 'ux' | 'uy'>, from: number, to: number): number[] {
    const part = { x0: x + ux * from, y0: y + uy * from, x1: x + ux * to, y1: y + uy * to, pen: 0, dashed: false };
    const around: Line[] = [];
    this.#index.near(boundsOf([part.x0, part.y0, part.x1, part.y1]), maximumMarkDistancePoints, (line) => {
      around.push(line);
    });
    return stopsOn(part, around, [])
      .map((stop) => from + stop)
      .filter((stop) => stop > from && stop < to);
  }

  /** Returns the axis of collinear lines that a text adjoins or interrupts. */
  #axisOf(lines: readonly Line[], ux: number, uy: number, box: Bounds, height: number): Axis | undefined {
    const { x0: x, y0: y } = lines[0]!;
    const at = ux * ((box.left + box.right) / 2 - x) + uy * ((box.top + box.bottom) / 2 - y);
    const half = (Math.abs(ux) * (box.right - box.left) + Math.abs(uy) * (box.bottom - box.top)) / 2;
    const reach = half + roomHeights * height;
    const pieces = lines
      .map((line) => {
        const from = ux * (line.x0 - x) + uy * (line.y0 - y);
        return { line, from, to: from + lengthOf(line) };
      })
      .sort((a, b) => a.from - b.from);
    let run: typeof pieces = [];
    let end = -Infinity;
    let isInterrupted = false;
    for (const piece of pieces) {
      const gap = piece.from - end;
      const isText = gap > 1 && end <= at && piece.from >= at && end > at - reach && piece.from < at + reach;
      // A line may end at the dots and ticks that divide it.
      const middle = (piece.from + end) / 2;
      const isJoined =
        gap <= 1 ||
        isText ||
        (gap <= maximumMarkDistancePoints && this.marks.has(x + ux * middle, y + uy * middle, ux, uy));
      if (!isJoined) {
        if (end >= at - reach && run.length > 0 && run[0]!.from <= at + reach) break;
        run = [];
        isInterrupted = false;
      }
      isInterrupted ||= isText;
      run.push(piece);
      end = Math.max(end, piece.to);
    }
    const from = run[0]!.from;
    if (at < from - reach || at > end + reach) return undefined;
    const stops = run.flatMap((piece) => this.#stopsOf(piece.line).map((stop) => piece.from + stop));
    // The ends at a gap for the text are not ends of the dimension.
    const isInner = (stop: number) => stop > from + 1 && stop < end - 1 && Math.abs(stop - at) < half;
    const shown = isInterrupted ? stops.filter((stop) => !isInner(stop)) : stops;
    const aside = Math.abs(ux * ((box.top + box.bottom) / 2 - y) - uy * ((box.left + box.right) / 2 - x));
    const isHidden = (isInterrupted || at < from || at > end) && aside <= throughHeights * height;
    const edges = isHidden
      ? this.#crossingsOf({ x, y, ux, uy }, at - reach, at + reach).filter(
          (stop) =>
            Math.abs(Math.abs(stop - at) - half) <= edgeTextHeights * height &&
            !shown.some((known) => Math.abs(known - stop) < TOLERANCE),
        )
      : [];
    return {
      x,
      y,
      ux,
      uy,
      from,
      to: end,
      stops: shown.sort((a, b) => a - b),
      edges,
      pen: run[0]!.line.pen,
      isStroke: run.every(({ line }) => !this.#coverage.pens[line.pen]!.edge),
    };
  }
}
