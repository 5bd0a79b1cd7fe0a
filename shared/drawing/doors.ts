import type { Arc } from './arcs.ts';
import { around } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { FoundSymbol } from './drawn-symbol.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import {
  doubleDoorShare,
  maximumChordPoints,
  maximumChordShare,
  maximumExtraSwingRadians,
  maximumFirstGapShare,
  maximumLeafPoints,
  maximumMissingSwingRadians,
  maximumStrayShare,
  minimumDashedLeafPoints,
  minimumDashedShare,
  minimumHalfOpenRadians,
  minimumLeafMillimetres,
  minimumLeafPoints,
  swingToleranceShare,
} from './thresholds/symbols.ts';

const quarterTurnRadians = Math.PI / 2;

/** Side in points of a square of the index of lines' ends. */
const endSquarePoints = 16;

/** Number of parts of a quarter circle that chords may cover. */
const probes = 48;

const pointOn = ({ x, y, radius }: Pick<Arc, 'x' | 'y' | 'radius'>, angle: number): [x: number, y: number] => [
  x + radius * Math.cos(angle),
  y + radius * Math.sin(angle),
];

const boxOfArc = (arc: Arc): Bounds => {
  const points = [arc.x, arc.y];
  for (let i = 0; i <= 8; i++) points.push(...pointOn(arc, arc.from + (arc.sweep * i) / 8));
  return boundsOf(points);
};

/** Returns the maximum length of a chord or dash of a swing: on paper even a coarse one is short. */
const longestChord = (radius: number): number => Math.max(maximumChordPoints, maximumChordShare * radius);

/**
 * Whether a line may be a chord or dash of a circle: both its ends are as far from the centre as the arc, in whichever of its few
 * directions a plotter steps between them. A dot, shorter than the tolerance is wide, says nothing.
 */
const isOnCircle = (line: Line, { x, y, radius }: Pick<Arc, 'x' | 'y' | 'radius'>): boolean => {
  const length = lengthOf(line);
  const tolerance = swingToleranceShare * radius;
  return (
    length > tolerance &&
    length <= longestChord(radius) &&
    Math.abs(lengthBetween(line.x0, line.y0, x, y) - radius) <= tolerance &&
    Math.abs(lengthBetween(line.x1, line.y1, x, y) - radius) <= tolerance
  );
};

type Circle = Pick<Arc, 'x' | 'y' | 'radius' | 'pen'>;

/** The swing of a door, and the end of its arc where the closed leaf meets the jamb. */
interface Swing {
  arc: Arc;
  closed: [x: number, y: number];
}

/** The ends of all lines of a page, two per line, in an index. */
class Ends {
  readonly #lines: Coverage['lines'];
  readonly #ends: Float64Array;
  readonly #grid: PointGrid;

  constructor(lines: Coverage['lines']) {
    this.#lines = lines;
    this.#ends = new Float64Array(4 * lines.length);
    for (let i = 0; i < lines.length; i++) {
      const { x0, y0, x1, y1 } = lines[i]!;
      this.#ends[4 * i] = x0;
      this.#ends[4 * i + 1] = y0;
      this.#ends[4 * i + 2] = x1;
      this.#ends[4 * i + 3] = y1;
    }
    this.#grid = new PointGrid(this.#ends, endSquarePoints);
  }

  /** Visits the lines that end within `reach` of a point; from that end to the other one. */
  at(
    x: number,
    y: number,
    reach: number,
    visit: (line: Coverage['lines'][number], fromX: number, fromY: number, toX: number, toY: number) => void,
  ): void {
    const ends = this.#ends;
    this.#grid.within(x - reach, y - reach, x + reach, y + reach, (end) => {
      const [fromX, fromY] = [ends[2 * end]!, ends[2 * end + 1]!];
      if (lengthBetween(x, y, fromX, fromY) > reach) return;
      const far = end ^ 1;
      visit(this.#lines[end >> 1]!, fromX, fromY, ends[2 * far]!, ends[2 * far + 1]!);
    });
  }
}

/**
 * Returns the swings that are arcs: a quarter circle, and the leaf, a line from its centre to one of its ends. A leaf
 * that is drawn half open must reach from the centre to the end exactly.
 */
const drawnSwings = ({ arcs, pens }: Coverage, ends: Ends, least: number): Swing[] =>
  arcs.flatMap((arc): Swing[] => {
    const { sweep, radius } = arc;
    const isSwing =
      sweep >= minimumHalfOpenRadians &&
      sweep <= quarterTurnRadians + maximumExtraSwingRadians &&
      radius >= least &&
      radius <= maximumLeafPoints;
    // The border of a filled area, such as a letter, is no swing.
    if (!isSwing || pens[arc.pen]!.edge) return [];
    // A leaf has a thickness: its line may end beside the hinge by a tenth of its length.
    const isHalfOpen = sweep < quarterTurnRadians - maximumMissingSwingRadians;
    const reach = Math.max(isHalfOpen ? 2 * TOLERANCE : 4 * TOLERANCE, (isHalfOpen ? 0.02 : 0.1) * radius);
    /** Returns how far from the arc's end and centre the ends of the best leaf are; infinite without a leaf. */
    const leafAt = (angle: number): number => {
      const [x, y] = pointOn(arc, angle);
      let best = Infinity;
      ends.at(x, y, reach, (line, fromX, fromY, toX, toY) => {
        // A leaf may be one line with the jamb behind its hinge.
        const onward = Math.min(1, radius / lengthOf(line));
        const away = lengthBetween(arc.x, arc.y, fromX + onward * (toX - fromX), fromY + onward * (toY - fromY));
        if (away <= 2 * reach) best = Math.min(best, away + lengthBetween(x, y, fromX, fromY));
      });
      return best;
    };
    const [first, last] = [arc.from, arc.from + sweep];
    const [atFirst, atLast] = [leafAt(first), leafAt(last)];
    if (Math.min(atFirst, atLast) === Infinity) return [];
    // A sector with two sides is no door; the frame below a closed leaf does not begin at the hinge.
    if (isHalfOpen && Math.max(atFirst, atLast) <= 2 * TOLERANCE) return [];
    return [{ arc, closed: pointOn(arc, atFirst <= atLast ? last : first) }];
  });

interface Chords {
  chords: Coverage['lines'];
  /** The index of the middles of the chords. */
  grid: PointGrid;
}

/** Returns a function that returns the lines of a pen that may be dashes of a swing, indexed when they are first used. */
const chordsByPen = (lines: Coverage['lines']): ((pen: number) => Chords) => {
  const longest = longestChord(maximumLeafPoints);
  const byPen = Map.groupBy(
    lines.filter((line) => lengthOf(line) <= longest),
    ({ pen }) => pen,
  );
  const indexed = new Map<number, Chords>();
  return (pen) => {
    const known = indexed.get(pen);
    if (known) return known;
    const chords = byPen.get(pen) ?? [];
    const middles = Float64Array.from(chords.flatMap(({ x0, y0, x1, y1 }) => [(x0 + x1) / 2, (y0 + y1) / 2]));
    const found = { chords, grid: new PointGrid(middles, endSquarePoints) };
    indexed.set(pen, found);
    return found;
  };
};

/**
 * Returns the swings whose quarter circle is drawn in dashes, each too short to be an arc: from the tip of a leaf, a
 * line, dashes lie around its other end for a quarter turn and no further.
 */
const dashedSwings = ({ lines }: Coverage, ends: Ends, known: readonly Swing[], least: number): Swing[] => {
  const chordsOf = chordsByPen(lines);
  /** Returns the share of a quarter circle that chords of one pen cover, from an angle on. */
  const share = (circle: Circle, from: number, turn: number): number => {
    const { radius } = circle;
    const covered = new Uint8Array(probes);
    const [x, y] = pointOn(circle, from + turn / 2);
    // From the middle of a quarter circle to its ends.
    const reach = 2 * Math.sin(quarterTurnRadians / 4) * radius;
    const { chords, grid } = chordsOf(circle.pen);
    grid.within(x - reach, y - reach, x + reach, y + reach, (i) => {
      const line = chords[i]!;
      if (!isOnCircle(line, circle)) return;
      // Angles relative to the middle of the quarter cannot wrap around.
      const [ux, uy] = [(x - circle.x) / radius, (y - circle.y) / radius];
      const angleOf = (px: number, py: number) =>
        Math.atan2(ux * (py - circle.y) - uy * (px - circle.x), ux * (px - circle.x) + uy * (py - circle.y));
      const ends = [angleOf(line.x0, line.y0), angleOf(line.x1, line.y1)].map(
        (angle) => (angle / quarterTurnRadians + 0.5) * probes,
      );
      for (let k = Math.max(0, Math.round(Math.min(...ends))); k < Math.min(probes, Math.round(Math.max(...ends))); k++)
        covered[k] = 1;
    });
    return covered.reduce((sum, each) => sum + each, 0) / probes;
  };
  const swings: Swing[] = [];
  const consider = (circle: Circle, tipX: number, tipY: number) => {
    const { x: hingeX, y: hingeY, radius } = circle;
    const isSame = ({ arc }: Swing) =>
      lengthBetween(arc.x, arc.y, hingeX, hingeY) < radius / 4 && Math.abs(arc.radius - radius) < radius / 4;
    if (known.some(isSame) || swings.some(isSame)) return;
    const open = Math.atan2(tipY - hingeY, tipX - hingeX);
    for (const turn of [-quarterTurnRadians, quarterTurnRadians]) {
      if (share(circle, open, turn) < minimumDashedShare) continue;
      const stray = share(circle, open + turn, turn) + share(circle, open - turn, turn);
      if (stray > maximumStrayShare) continue;
      const arc = { ...circle, from: turn > 0 ? open : open + turn, sweep: quarterTurnRadians };
      swings.push({ arc, closed: pointOn(circle, open + turn) });
    }
  };
  for (const line of lines) {
    const radius = lengthOf(line);
    if (radius < Math.max(minimumDashedLeafPoints, least) || radius > maximumLeafPoints) continue;
    for (const [hx, hy, tx, ty] of [
      [line.x0, line.y0, line.x1, line.y1],
      [line.x1, line.y1, line.x0, line.y0],
    ] as const) {
      const dashPens = new Set<number>();
      ends.at(tx, ty, maximumFirstGapShare * radius, (dash) => {
        if (isOnCircle(dash, { x: hx, y: hy, radius })) dashPens.add(dash.pen);
      });
      for (const pen of dashPens) consider({ x: hx, y: hy, radius, pen }, tx, ty);
    }
  }
  return swings;
};

const millimetresPerPoint = 25.4 / 72;

/** A door, and the box of its closed leaves. */
export interface FoundDoor extends FoundSymbol {
  opening: Bounds;
}

/**
 * Finds doors by their swings. Two leaves that meet when closed are one door. The name is the width of all leaves of a
 * door on paper, in points.
 * @param scale of the sheet, if its dimensions confirm one; smaller leaves than that of a cupboard are then no doors
 */
export const doorsOf = (coverage: Coverage, layers: readonly string[], scale?: number): FoundDoor[] => {
  const ends = new Ends(coverage.lines);
  const least = Math.max(
    minimumLeafPoints,
    scale === undefined ? 0 : minimumLeafMillimetres / (millimetresPerPoint * scale),
  );
  const arcs = drawnSwings(coverage, ends, least);
  const swings = [...arcs, ...dashedSwings(coverage, ends, arcs, least)];
  const used = new Set<Swing>();
  const doors: FoundDoor[] = [];
  for (const swing of swings) {
    if (used.has(swing)) continue;
    used.add(swing);
    const { arc, closed } = swing;
    const other = swings.find(
      (each) =>
        !used.has(each) &&
        Math.abs(each.arc.radius - arc.radius) <= doubleDoorShare * arc.radius &&
        lengthBetween(...each.closed, ...closed) <= doubleDoorShare * arc.radius &&
        lengthBetween(each.arc.x, each.arc.y, arc.x, arc.y) > 1.5 * arc.radius,
    );
    if (other) used.add(other);
    const leaves = other ? [arc, other.arc] : [arc];
    const layer = coverage.pens[arc.pen]!.layer;
    doors.push({
      kind: 'door',
      name: String(Math.round(leaves.reduce((sum, { radius }) => sum + radius, 0))),
      layer: layer === null ? null : (layers[layer] ?? null),
      box: around(leaves.map(boxOfArc)),
      opening: boundsOf([arc.x, arc.y, ...(other ? [other.arc.x, other.arc.y] : closed)]),
      confidence: 0.85,
    });
  }
  return doors;
};
