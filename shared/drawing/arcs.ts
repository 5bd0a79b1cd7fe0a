import { around } from './boxes.ts';
import { lengthBetween } from './line.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import type { Strokes } from './strokes.ts';
import {
  arcJointTolerancePoints,
  dashedToleranceRadii,
  maximumBubbleRadiusPoints,
  maximumChordTurnRadians,
  maximumDashGapRadians,
  maximumRadiusPoints,
  minimumChords,
  minimumChordTurnRadians,
  minimumDashedShare,
  minimumSweepRadians,
} from './thresholds/symbols.ts';
import { minimumLineDashes } from './thresholds/views.ts';

/** A circular arc or a circle. Points and radians, clockwise as displayed, from the x axis. */
export interface Arc {
  x: number;
  y: number;
  radius: number;
  /** Start angle, −π to π. */
  from: number;
  /** Swept angle, above 0; 2π for a circle. */
  sweep: number;
  /** Index of the pen. */
  pen: number;
}

/** Maximum distance of a corner from its circle, in points: drivers of plotters round to 1/600 in, 0.12 pt. */
const circleTolerancePoints = TOLERANCE / 2.5;
/** Side in points of a square of the index of centres. */
const centreSquarePoints = 10;

interface Circle {
  x: number;
  y: number;
  radius: number;
}

/**
 * Returns the circle with the least squared deviation (Kåsa) from the corners `i` to `j`; undefined if they are
 * collinear. Fitting all corners averages out the rounding of their coordinates.
 */
const circleBetween = (xs: readonly number[], ys: readonly number[], i: number, j: number): Circle | undefined => {
  const n = j - i + 1;
  let [mx, my] = [0, 0];
  for (let k = i; k <= j; k++) {
    mx += xs[k]! / n;
    my += ys[k]! / n;
  }
  let [uu, uv, vv, uz, vz, zz] = [0, 0, 0, 0, 0, 0];
  for (let k = i; k <= j; k++) {
    const u = xs[k]! - mx;
    const v = ys[k]! - my;
    const z = u * u + v * v;
    uu += u * u;
    uv += u * v;
    vv += v * v;
    uz += u * z;
    vz += v * z;
    zz += z;
  }
  const determinant = uu * vv - uv * uv;
  if (Math.abs(determinant) < 1e-9 * zz * zz || zz === 0) return undefined;
  const x = (uz * vv - vz * uv) / (2 * determinant);
  const y = (vz * uu - uz * uv) / (2 * determinant);
  return { x: mx + x, y: my + y, radius: Math.sqrt(x * x + y * y + zz / n) };
};

/**
 * Returns, for each end (two per piece), the end of the only piece that continues smoothly there; negative for none.
 */
const jointsOf = ({ count, ends, pen }: Strokes): Int32Array => {
  const partner = new Int32Array(2 * count).fill(-1);
  const size = 1 << Math.ceil(Math.log2(Math.max(16, 4 * count)));
  const heads = new Int32Array(size).fill(-1);
  const next = new Int32Array(2 * count);
  // Squares beside each other in a row are so in memory, because strokes near each other are drawn one after the other.
  const hash = (u: number, v: number) => (u + Math.imul(v, 0x9e3779b1)) & (size - 1);
  const perPoint = 1 / (4 * arcJointTolerancePoints);
  const leastCosine = Math.cos(maximumChordTurnRadians);
  for (let end = 0; end < 2 * count; end++) {
    const at = hash(Math.floor(ends[2 * end]! * perPoint), Math.floor(ends[2 * end + 1]! * perPoint));
    next[end] = heads[at]!;
    heads[at] = end;
  }
  /** Returns the only end that continues smoothly; -1 for none or several. */
  const continuing = (end: number): number => {
    const x = ends[2 * end]!;
    const y = ends[2 * end + 1]!;
    const dx = x - ends[2 * (end ^ 1)]!;
    const dy = y - ends[2 * (end ^ 1) + 1]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length < arcJointTolerancePoints) return -1;
    const own = pen[end >> 1]!;
    let found = -1;
    const u1 = Math.floor((x + arcJointTolerancePoints) * perPoint);
    const v0 = Math.floor((y - arcJointTolerancePoints) * perPoint);
    const v1 = Math.floor((y + arcJointTolerancePoints) * perPoint);
    for (let u = Math.floor((x - arcJointTolerancePoints) * perPoint); u <= u1; u++) {
      for (let v = v0; v <= v1; v++) {
        for (let other = heads[hash(u, v)]!; other !== -1; other = next[other]!) {
          const ox = ends[2 * other]!;
          const oy = ends[2 * other + 1]!;
          if (Math.abs(ox - x) > arcJointTolerancePoints || Math.abs(oy - y) > arcJointTolerancePoints) continue;
          if (other >> 1 === end >> 1 || pen[other >> 1] !== own || other === found) continue;
          const ex = ends[2 * (other ^ 1)]! - x;
          const ey = ends[2 * (other ^ 1) + 1]! - y;
          const reach = Math.sqrt(ex * ex + ey * ey);
          if (reach < arcJointTolerancePoints || dx * ex + dy * ey < leastCosine * length * reach) continue;
          if (found !== -1) return -1;
          found = other;
        }
      }
    }
    return found;
  };
  for (let end = 0; end < 2 * count; end++) partner[end] = continuing(end);
  // A joint requires that both ends refer to each other.
  for (let end = 0; end < 2 * count; end++) {
    const other = partner[end]!;
    if (other >= 0 && partner[other] !== end) partner[end] = -2;
  }
  return partner;
};

/** Extracts the arcs from strokes and marks their pieces in `taken`. */
export const takeArcs = (strokes: Strokes, taken: Uint8Array): Arc[] => {
  const { count, ends, pen } = strokes;
  const partner = jointsOf(strokes);
  const arcs: Arc[] = [];
  const seen = new Uint8Array(count);
  for (let piece = 0; piece < count; piece++) {
    if (seen[piece]) continue;
    if (partner[2 * piece]! < 0 && partner[2 * piece + 1]! < 0) continue;
    // Go back to the chain's beginning, or once around.
    let start = 2 * piece;
    for (;;) {
      const before = partner[start]!;
      if (before < 0) break;
      start = before ^ 1;
      if (start >> 1 === piece) break;
    }
    const chain: number[] = [];
    const xs = [ends[2 * start]!];
    const ys = [ends[2 * start + 1]!];
    for (let end = start; ; ) {
      if (seen[end >> 1]) break;
      seen[end >> 1] = 1;
      chain.push(end >> 1);
      xs.push(ends[2 * (end ^ 1)]!);
      ys.push(ends[2 * (end ^ 1) + 1]!);
      const on = partner[end ^ 1]!;
      if (on < 0) break;
      end = on;
    }
    if (chain.length >= minimumChords) arcsIn(xs, ys, chain, pen[piece]!, taken, arcs);
  }
  return joinDashedCircles(mergeArcs(arcs));
};

/** Splits a chain of joined pieces into arcs, each the longest run on one circle. */
const arcsIn = (
  xs: readonly number[],
  ys: readonly number[],
  chain: readonly number[],
  pen: number,
  taken: Uint8Array,
  arcs: Arc[],
) => {
  const n = xs.length;
  let i = 0;
  while (i + minimumChords < n) {
    let j = i + minimumChords;
    let circle = fitCircle(xs, ys, i, j);
    if (!circle) {
      i++;
      continue;
    }
    // Growing by doubled steps and then single ones keeps the number of fits small for long arcs.
    let step = 1;
    while (j < n - 1) {
      const to = Math.min(n - 1, j + step);
      const grown = fitCircle(xs, ys, i, to);
      if (grown) {
        circle = grown;
        j = to;
        step *= 2;
      } else if (step > 1) step = 1;
      else break;
    }
    const arc = toArc(circle, xs, ys, i, j, pen);
    if (arc) {
      arcs.push(arc);
      for (let k = i; k < j; k++) taken[chain[k]!] = 1;
      i = j;
    } else i++;
  }
};

/** Returns the circle of the corners `i` to `j` if all lie on it and turn in one direction. */
const fitCircle = (xs: readonly number[], ys: readonly number[], i: number, j: number): Circle | undefined => {
  const circle = circleBetween(xs, ys, i, j);
  if (!circle || circle.radius > maximumRadiusPoints) return undefined;
  let sign = 0;
  for (let k = i; k <= j; k++) {
    if (Math.abs(lengthBetween(circle.x, circle.y, xs[k]!, ys[k]!) - circle.radius) > circleTolerancePoints)
      return undefined;
    if (k === i) continue;
    const px = xs[k - 1]! - circle.x;
    const py = ys[k - 1]! - circle.y;
    const qx = xs[k]! - circle.x;
    const qy = ys[k]! - circle.y;
    const turn = Math.atan2(px * qy - py * qx, px * qx + py * qy);
    if (Math.abs(turn) > maximumChordTurnRadians * 1.2 || Math.abs(turn) < minimumChordTurnRadians) return undefined;
    if (sign !== 0 && Math.sign(turn) !== sign) return undefined;
    sign = Math.sign(turn);
  }
  return circle;
};

const toArc = (
  circle: Circle,
  xs: readonly number[],
  ys: readonly number[],
  i: number,
  j: number,
  pen: number,
): Arc | undefined => {
  let sweep = 0;
  for (let k = i + 1; k <= j; k++) {
    const [px, py] = [xs[k - 1]! - circle.x, ys[k - 1]! - circle.y];
    const [qx, qy] = [xs[k]! - circle.x, ys[k]! - circle.y];
    sweep += Math.atan2(px * qy - py * qx, px * qx + py * qy);
  }
  if (Math.abs(sweep) < minimumSweepRadians) return undefined;
  const at = sweep > 0 ? i : j;
  const from = Math.atan2(ys[at]! - circle.y, xs[at]! - circle.x);
  return { ...circle, from, sweep: Math.min(2 * Math.PI, Math.abs(sweep)), pen };
};

/** Merges arcs of one circle that meet or overlap. */
const mergeArcs = (arcs: readonly Arc[]): Arc[] => {
  const unit = 2 * TOLERANCE;
  const groups = new Map<number, Arc[]>();
  const merged: Arc[] = [];
  // A hash: arcs of different circles may share a key.
  const key = ({ x, y }: Arc, dx: number, dy: number) =>
    Math.imul(Math.round(x / unit) + dx, 0x9e3779b1) ^ Math.imul(Math.round(y / unit) + dy, 0x85ebca6b);
  const join = (one: Arc, other: Arc): boolean => {
    if (one.pen !== other.pen || Math.abs(one.radius - other.radius) > TOLERANCE) return false;
    if (lengthBetween(one.x, one.y, other.x, other.y) > TOLERANCE) return false;
    const allowed = TOLERANCE / one.radius;
    const turn = 2 * Math.PI;
    const ahead = (((other.from - one.from) % turn) + turn) % turn;
    if (ahead <= one.sweep + allowed) {
      one.sweep = Math.min(turn, Math.max(one.sweep, ahead + other.sweep));
      return true;
    }
    if (ahead + other.sweep >= turn - allowed) {
      const sweep = Math.min(turn, Math.max(other.sweep, turn - ahead + one.sweep));
      one.from = other.from;
      one.sweep = sweep;
      return true;
    }
    return false;
  };
  for (const arc of [...arcs].sort((a, b) => b.sweep * b.radius - a.sweep * a.radius)) {
    let done = false;
    for (let dx = -1; dx <= 1 && !done; dx++) {
      for (let dy = -1; dy <= 1 && !done; dy++)
        done = (groups.get(key(arc, dx, dy)) ?? []).some((other) => join(other, arc));
    }
    if (done) continue;
    const group = groups.get(key(arc, 0, 0));
    if (group) group.push(arc);
    else groups.set(key(arc, 0, 0), [arc]);
    merged.push(arc);
  }
  for (const arc of merged) if (arc.sweep > 2 * Math.PI - TOLERANCE / arc.radius) arc.sweep = 2 * Math.PI;
  return merged;
};

/** Returns the circle that the arcs are the dashes of; undefined if they leave too much of it, or leave it in one place. */
const dashedCircle = (dashes: readonly Arc[]): Arc | undefined => {
  const turn = 2 * Math.PI;
  const inked = dashes.reduce((sum, { sweep }) => sum + sweep, 0);
  if (dashes.length < minimumLineDashes || inked < minimumDashedShare * turn || inked > turn) return undefined;
  const sorted = dashes.toSorted((a, b) => a.from - b.from);
  const isEven = sorted.every(({ from, sweep }, i) => {
    const next = sorted[i + 1]?.from ?? sorted[0]!.from + turn;
    return next - from - sweep <= maximumDashGapRadians;
  });
  if (!isEven) return undefined;
  const points = sorted.flatMap(({ x, y, radius, from, sweep }) =>
    [0, 0.5, 1].map((share) => [
      x + radius * Math.cos(from + share * sweep),
      y + radius * Math.sin(from + share * sweep),
    ]),
  );
  const xs = points.map(([x]) => x!);
  const ys = points.map(([, y]) => y!);
  const circle = circleBetween(xs, ys, 0, points.length - 1);
  return circle && { ...circle, from: -Math.PI, sweep: turn, pen: sorted[0]!.pen };
};

/** Joins the dashes of a circle, such as the bubble of a grid line that is drawn in the line's pattern. */
const joinDashedCircles = (arcs: readonly Arc[]): Arc[] => {
  const dashes = arcs.filter(({ radius, sweep }) => radius <= maximumBubbleRadiusPoints && sweep < Math.PI);
  const centres = new PointGrid(Float64Array.from(dashes.flatMap(({ x, y }) => [x, y])), centreSquarePoints);
  const joined = new Set<Arc>();
  const circles: Arc[] = [];
  for (const arc of dashes) {
    if (joined.has(arc)) continue;
    const tolerance = dashedToleranceRadii * arc.radius;
    const alike: Arc[] = [];
    centres.within(arc.x - tolerance, arc.y - tolerance, arc.x + tolerance, arc.y + tolerance, (i) => {
      const other = dashes[i]!;
      const isAlike =
        other.pen === arc.pen &&
        !joined.has(other) &&
        Math.abs(other.radius - arc.radius) <= tolerance &&
        lengthBetween(other.x, other.y, arc.x, arc.y) <= tolerance;
      if (isAlike) alike.push(other);
    });
    const circle = dashedCircle(alike);
    if (!circle) continue;
    for (const dash of alike) joined.add(dash);
    circles.push(circle);
  }
  return [...arcs.filter((arc) => !joined.has(arc)), ...circles];
};

/** Returns the box around an arc, of which only a part of the circle may be drawn. */
export const aroundArc = ({ x, y, radius, from, sweep }: Arc): Bounds => {
  const quarter = Math.PI / 2;
  const angles = [from, from + sweep];
  for (let turns = Math.ceil(from / quarter); turns * quarter < from + sweep; turns++) angles.push(turns * quarter);
  return around(
    angles.map((angle) => {
      const [u, v] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      return { left: u, top: v, right: u, bottom: v };
    }),
  );
};
