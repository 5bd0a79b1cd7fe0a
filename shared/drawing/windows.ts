import { firstFrom } from '../domain/first-from.ts';
import type { Word } from '../domain/page-text.ts';
import { aroundPoint, holdsCentre, overlap } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { FoundSymbol } from './drawn-symbol.ts';
import { type Line, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import {
  maximumJambs,
  maximumWallMillimetres,
  maximumWindowPoints,
  maximumWindowWallPoints,
  minimumHatchLines,
  minimumPaneCoverShare,
  minimumPaneShare,
  minimumWallMillimetres,
  minimumWindowMillimetres,
  minimumWindowRatio,
  minimumWindowWallPoints,
} from './thresholds/symbols.ts';

const millimetresPerPoint = 25.4 / 72;

/** Side in points of a square of the index of lines' middles. */
const middleSquarePoints = 8;

/** Directions are compared in fifths of a degree. */
const turnsPerRadian = (180 / Math.PI) * 5;

/** A short line that may be the end of a wall at an opening: its ends across the wall, and its place along the wall. */
interface Jamb {
  /** Direction of the jamb, across the wall. */
  vx: number;
  vy: number;
  from: number;
  to: number;
  along: number;
}

/** An opening in a wall between two jambs with equal faces. */
interface Opening {
  jambs: [Jamb, Jamb];
  width: number;
}

/** A line within an opening: its place across the wall, and its ends along the wall. */
interface Pane {
  line: Line;
  across: number;
  start: number;
  end: number;
}

/** A window with one pane, or with two or more beside each other. */
export interface FoundWindow extends FoundSymbol {
  panes: 1 | 2;
}

/** Returns the point of a jamb, or beside it, at a place across the wall. */
const pointAt = ({ vx, vy, along }: Jamb, across: number): [x: number, y: number] => [
  vx * across - vy * along,
  vy * across + vx * along,
];

/** Returns the jambs of a group that may be opposite to one: the frame of the window stands before the wall. */
const oppositeIn = ({ from, to, along }: Jamb, group: readonly Jamb[]): Jamb[] => {
  const thickness = to - from;
  const found: Jamb[] = [];
  for (let i = firstFrom(group, along + minimumWindowRatio * thickness, (jamb) => jamb.along); i < group.length; i++) {
    const other = group[i]!;
    if (other.along > Math.min(along + maximumWindowPoints, (found[0]?.along ?? Infinity) + thickness)) break;
    if (Math.abs(other.from - from) < 2 * TOLERANCE && Math.abs(other.to - to) < 2 * TOLERANCE) found.push(other);
  }
  return found;
};

/** A jamb with the jambs of its direction by their ends. */
type GroupedJamb = Jamb & { groups: ReadonlyMap<number, Jamb[]> };

/** Positions on a page are below 8,192 in 14 bits, with a sign. */
const keyOf = (from: number, to: number): number => ((from & 32_767) << 15) | (to & 32_767);

/** Returns the openings between each jamb and those that may be opposite. */
const pairsOf = (jambs: readonly GroupedJamb[]): Opening[] => {
  const openings: Opening[] = [];
  const reach = 2 * TOLERANCE;
  for (const jamb of jambs) {
    const { from, to, along, groups } = jamb;
    for (let u = Math.round(from - reach); u <= Math.round(from + reach); u++)
      for (let v = Math.round(to - reach); v <= Math.round(to + reach); v++) {
        const group = groups.get(keyOf(u, v));
        if (!group) continue;
        for (const end of oppositeIn(jamb, group)) openings.push({ jambs: [jamb, end], width: end.along - along });
      }
  }
  return openings;
};

/** Returns the pairs of neighbouring jambs with equal faces, the narrowest first. */
const openingsOf = (lines: readonly Line[], least: number, most: number): Opening[] => {
  // The jambs of each direction by their ends.
  const turns = new Map<number, Map<number, Jamb[]>>();
  const jambs: GroupedJamb[] = [];
  for (const line of lines) {
    const length = lengthOf(line);
    if (length < least || length > most || line.dashed) continue;
    const turn = Math.round(Math.atan2(line.y1 - line.y0, line.x1 - line.x0) * turnsPerRadian);
    const [vx, vy] = [Math.cos(turn / turnsPerRadian), Math.sin(turn / turnsPerRadian)];
    const from = vx * line.x0 + vy * line.y0;
    const to = vx * line.x1 + vy * line.y1;
    const along = (vx * (line.y0 + line.y1) - vy * (line.x0 + line.x1)) / 2;
    const groups = turns.get(turn) ?? new Map<number, Jamb[]>();
    turns.set(turn, groups);
    const jamb = { vx, vy, from, to, along, groups };
    jambs.push(jamb);
    // So many short lines are a texture, and pairing them takes seconds.
    if (jambs.length > maximumJambs) return [];
    const key = keyOf(Math.round(from), Math.round(to));
    const group = groups.get(key);
    if (group) group.push(jamb);
    else groups.set(key, [jamb]);
  }
  for (const groups of turns.values()) for (const group of groups.values()) group.sort((a, b) => a.along - b.along);
  return pairsOf(jambs).sort((a, b) => a.width - b.width);
};

/** The middles of lines, in an index. */
class Middles {
  readonly #points: Float64Array;
  readonly #grid: PointGrid;

  constructor(lines: readonly Line[]) {
    this.#points = new Float64Array(2 * lines.length);
    for (let i = 0; i < lines.length; i++) {
      const { x0, y0, x1, y1 } = lines[i]!;
      this.#points[2 * i] = (x0 + x1) / 2;
      this.#points[2 * i + 1] = (y0 + y1) / 2;
    }
    this.#grid = new PointGrid(this.#points, middleSquarePoints);
  }

  /** Visits the lines whose middle is in a box, and some near it, with their middles. */
  within(
    left: number,
    top: number,
    right: number,
    bottom: number,
    visit: (line: number, x: number, y: number) => void,
  ): void {
    this.#grid.within(left, top, right, bottom, (i) => visit(i, this.#points[2 * i]!, this.#points[2 * i + 1]!));
  }
}

/** Whether a window lies in a texture, such as masonry: two others lie close beside it in rows of their own. */
const isTexture = ({ box }: FoundSymbol, all: readonly FoundSymbol[]): boolean => {
  const thickness = Math.min(box.right - box.left, box.bottom - box.top);
  const near = {
    left: box.left - 2 * thickness,
    top: box.top - 2 * thickness,
    right: box.right + 2 * thickness,
    bottom: box.bottom + 2 * thickness,
  };
  const isLevel = box.right - box.left > box.bottom - box.top;
  const rowOf = (other: Bounds) => (isLevel ? other.top + other.bottom : other.left + other.right) / 2;
  const others = all.filter(
    (other) => overlap(other.box, near) && Math.abs(rowOf(other.box) - rowOf(box)) > thickness / 2,
  );
  return others.length > 1;
};

/**
 * Finds windows in plans: an opening between the ends of a wall, its jambs, that panes span, lines between the faces of
 * the wall; the faces go on beyond both jambs. The name is the width of the opening on paper, in points.
 * @param outside boxes of doors and tables
 * @param scale of the sheet, if its dimensions confirm one
 */
export const windowsOf = (
  { lines, pens }: Coverage,
  index: LineIndex,
  {
    layers,
    outside,
    words,
    scale,
  }: { layers: readonly string[]; outside: readonly Bounds[]; words: readonly Word[]; scale: number | undefined },
): FoundWindow[] => {
  const perPoint = millimetresPerPoint * (scale ?? 0);
  const most =
    perPoint > 0 ? Math.min(maximumWindowWallPoints, maximumWallMillimetres / perPoint) : maximumWindowWallPoints;
  const least =
    perPoint > 0 ? Math.max(minimumWindowWallPoints, minimumWallMillimetres / perPoint) : minimumWindowWallPoints;
  if (least > most) return [];
  let middles: Middles | undefined;
  const boxOf = ({ jambs }: Opening): Bounds =>
    boundsOf(jambs.flatMap((jamb) => [...pointAt(jamb, jamb.from), ...pointAt(jamb, jamb.to)]));
  /** Returns the panes of an opening; none if they do not span it. */
  const panesIn = (opening: Opening): Pane[] => {
    const { width, jambs } = opening;
    const [{ vx, vy, from, to, along: start }, { along: end }] = jambs;
    const inset = 0.05 * (to - from);
    const { left, top, right, bottom } = boxOf(opening);
    const panes: Pane[] = [];
    let oblique = 0;
    middles ??= new Middles(lines);
    middles.within(left, top, right, bottom, (i, x, y) => {
      if (x < left || x > right || y < top || y > bottom) return;
      const line = lines[i]!;
      // A filled pane has an outline; the border of a filled area alone is a letter or a brick.
      if (pens[line.pen]!.edge) return;
      const [a, b] = [vx * line.x0 + vy * line.y0, vx * line.x1 + vy * line.y1];
      const rise = Math.abs(a - b) / lengthOf(line);
      if (rise > 0.2 && rise < 0.98) oblique++;
      if (Math.abs(a - b) > 2 * TOLERANCE || Math.min(a, b) < from + inset || Math.max(a, b) > to - inset) return;
      const [p, q] = [vx * line.y0 - vy * line.x0, vx * line.y1 - vy * line.x1];
      const [s, t] = [Math.min(p, q), Math.max(p, q)];
      if (s < start - 2 * TOLERANCE || t > end + 2 * TOLERANCE || t - s < minimumPaneShare * width) return;
      panes.push({ line, across: (a + b) / 2, start: s, end: t });
    });
    panes.sort((a, b) => a.start - b.start);
    let [covered, reach] = [0, -Infinity];
    for (const pane of panes) {
      covered += Math.max(0, pane.end - Math.max(pane.start, reach));
      reach = Math.max(reach, pane.end);
    }
    // The wall itself is hatched.
    return oblique < minimumHatchLines && covered >= minimumPaneCoverShare * width ? panes : [];
  };
  /** Whether both faces of the wall go on from a jamb in one direction. */
  const goesOn = (jamb: Jamb, way: 1 | -1): boolean =>
    [jamb.from, jamb.to].every((across) => {
      const [x, y] = pointAt(jamb, across);
      const [ux, uy] = [-jamb.vy * way, jamb.vx * way];
      const reach = 0.5 * (jamb.to - jamb.from);
      let found = false;
      index.touching(aroundPoint(x, y, 1), ({ x0, y0, x1, y1 }) => {
        if (found) return;
        const aside = Math.max(Math.abs(ux * (y0 - y) - uy * (x0 - x)), Math.abs(ux * (y1 - y) - uy * (x1 - x)));
        const [s, t] = [ux * (x0 - x) + uy * (y0 - y), ux * (x1 - x) + uy * (y1 - y)];
        found = aside <= 2 * TOLERANCE && Math.min(s, t) <= 2 * TOLERANCE && Math.max(s, t) >= reach;
      });
      return found;
    });
  // A jamb has several openings.
  const known = { '1': new Map<Jamb, boolean>(), '-1': new Map<Jamb, boolean>() };
  const isInWall = (jamb: Jamb, way: 1 | -1): boolean => {
    const value = known[way].get(jamb) ?? goesOn(jamb, way);
    known[way].set(jamb, value);
    return value;
  };
  const found: FoundWindow[] = [];
  for (const opening of openingsOf(lines, least, most)) {
    const { width, jambs } = opening;
    if (width * perPoint < minimumWindowMillimetres && perPoint > 0) continue;
    if (!isInWall(jambs[0], -1) || !isInWall(jambs[1], 1)) continue;
    const [pane, ...further] = panesIn(opening);
    if (!pane) continue;
    const box = boxOf(opening);
    if (outside.some((other) => holdsCentre(other, box)) || found.some((other) => overlap(other.box, box))) continue;
    if (
      words.some(({ x, y, width: w, height }) =>
        holdsCentre(box, { left: x, top: y, right: x + w, bottom: y + height }),
      )
    )
      continue;
    const { layer } = pens[pane.line.pen]!;
    found.push({
      kind: 'window',
      name: String(Math.round(width)),
      layer: layer === null ? null : (layers[layer] ?? null),
      box,
      panes: further.some(({ across }) => Math.abs(across - pane.across) > 2 * TOLERANCE) ? 2 : 1,
      confidence: 0.7,
    });
  }
  return found.filter((window) => !isTexture(window, found));
};
