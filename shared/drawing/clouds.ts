import type { Arc } from './arcs.ts';
import { boundsOf, isInside } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { Bounds } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import {
  maximumScallopGapPoints,
  maximumScallopRadiusPoints,
  maximumScallopSweepRadians,
  minimumCloudArcs,
  minimumCloudPoints,
  minimumOutwardsShare,
  minimumRoundnessRatio,
  minimumScallopRadiusPoints,
  minimumScallopSweepRadians,
} from './thresholds/symbols.ts';

/** A revision cloud: a closed chain of arcs that bulge outwards. Points, as displayed. */
export interface RevisionCloud {
  colour: string;
  layer: string | null;
  /** Number of its arcs. */
  arcs: number;
  box: Bounds;
  /** 0 to 1. */
  confidence: number;
}

const endsOf = ({ x, y, radius, from, sweep }: Arc): [number, number, number, number] => [
  x + radius * Math.cos(from),
  y + radius * Math.sin(from),
  x + radius * Math.cos(from + sweep),
  y + radius * Math.sin(from + sweep),
];

/** Follows arcs from joint to joint. @returns the closed chains: indices of arcs, and the joints between them */
const closedChains = (arcs: readonly Arc[]): { chain: number[]; joints: number[] }[] => {
  const ends = Float64Array.from(arcs.flatMap(endsOf));
  const grid = new PointGrid(ends, 8);
  const used = new Uint8Array(arcs.length);
  const found: { chain: number[]; joints: number[] }[] = [];
  for (const first of arcs.keys()) {
    if (used[first]) continue;
    const chain = [first];
    const joints = [ends[4 * first]!, ends[4 * first + 1]!];
    used[first] = 1;
    // The arc's second end, then the far end of each arc that meets it.
    let end = 2 * first + 1;
    for (;;) {
      const [x, y] = [ends[2 * end]!, ends[2 * end + 1]!];
      joints.push(x, y);
      let next = -1;
      grid.within(
        x - maximumScallopGapPoints,
        y - maximumScallopGapPoints,
        x + maximumScallopGapPoints,
        y + maximumScallopGapPoints,
        (other) => {
          const near = Math.hypot(ends[2 * other]! - x, ends[2 * other + 1]! - y) <= maximumScallopGapPoints;
          if (near && !used[other >> 1] && arcs[other >> 1]!.pen === arcs[first]!.pen) next = other;
        },
      );
      if (next < 0) break;
      used[next >> 1] = 1;
      chain.push(next >> 1);
      end = next ^ 1;
    }
    const isClosed =
      Math.hypot(joints.at(-2)! - joints[0]!, joints.at(-1)! - joints[1]!) <= 4 * maximumScallopGapPoints;
    if (isClosed && chain.length >= minimumCloudArcs) found.push({ chain, joints });
  }
  return found;
};

const isRound = (joints: readonly number[]): boolean => {
  const { left, top, right, bottom } = boundsOf(joints);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  let [least, most] = [Infinity, 0];
  for (let i = 0; i < joints.length; i += 2) {
    const away = Math.hypot(joints[i]! - x, joints[i + 1]! - y);
    least = Math.min(least, away);
    most = Math.max(most, away);
  }
  return least / most > minimumRoundnessRatio;
};

/** Finds the revision clouds of a page. */
export const cloudsOf = ({ arcs, pens }: Coverage, layers: readonly string[]): RevisionCloud[] => {
  const bows = arcs.filter(
    ({ pen, radius, sweep }) =>
      !pens[pen]!.edge &&
      radius >= minimumScallopRadiusPoints &&
      radius <= maximumScallopRadiusPoints &&
      sweep >= minimumScallopSweepRadians &&
      sweep <= maximumScallopSweepRadians,
  );
  return closedChains(bows).flatMap(({ chain, joints }): RevisionCloud[] => {
    const ring = [{ points: joints, closed: true }];
    const outwards = chain.filter((index) => {
      const { x, y, radius, from, sweep } = bows[index]!;
      const middle = from + sweep / 2;
      return !isInside(ring, x + radius * Math.cos(middle), y + radius * Math.sin(middle));
    }).length;
    const box = boundsOf(joints);
    if (outwards < minimumOutwardsShare * chain.length || isRound(joints)) return [];
    if (Math.max(box.right - box.left, box.bottom - box.top) < minimumCloudPoints) return [];
    const { colour, layer } = pens[bows[chain[0]!]!.pen]!;
    return [
      {
        colour,
        layer: layer === null ? null : (layers[layer] ?? null),
        arcs: chain.length,
        box,
        confidence: colour === '#000000' ? 0.8 : 0.9,
      },
    ];
  });
};
