import { apply, fitSimilarity, type Match, type Matrix, random, scaleOf } from '../geometry.ts';

export interface Consensus {
  matrix: Matrix;
  /** Matches within the final tolerance. */
  inliers: Match[];
  /** Cells of a 12 × 12 grid over the newer sheet that hold an inlier: how far the evidence spreads. */
  spread: number;
}

export interface ConsensusOptions {
  /** Tolerances in the unit of the matches, from the first look to the final one. */
  tolerances: readonly number[];
  /** Size of the newer sheet. */
  width: number;
  height: number;
  trials?: number;
  minimumScale?: number;
  maximumScale?: number;
}

const grid = 12;

/**
 * The similarity that the most matches agree on, by RANSAC.
 * Agreement counts occupied cells of the sheet before single matches, so that a dense table or a title block
 * which stayed where it was does not outvote a drawing that moved. Ambiguous matches (one point to several)
 * are welcome: the wrong ones disagree.
 */
export const findConsensus = (matches: readonly Match[], options: ConsensusOptions): Consensus | null => {
  const { tolerances, width, height, trials = 400, minimumScale = 0.2, maximumScale = 5 } = options;
  if (matches.length < 3) return null;
  const cells = new Uint8Array(grid * grid);
  const judge = (matrix: Matrix, tolerance: number): Consensus => {
    cells.fill(0);
    const inliers: Match[] = [];
    let spread = 0;
    for (const match of matches) {
      const { x, y } = apply(matrix, match.from);
      if (Math.abs(x - match.to.x) > tolerance || Math.abs(y - match.to.y) > tolerance) continue;
      inliers.push(match);
      const column = Math.min(grid - 1, Math.max(0, Math.floor((match.to.x / width) * grid)));
      const row = Math.min(grid - 1, Math.max(0, Math.floor((match.to.y / height) * grid)));
      const cell = row * grid + column;
      if (!cells[cell]) spread++;
      cells[cell] = 1;
    }
    return { matrix, inliers, spread };
  };
  const better = (a: Consensus, b: Consensus | null) =>
    !b || a.spread + a.inliers.length / 1000 > b.spread + b.inliers.length / 1000;

  const next = random(matches.length);
  const pick = () => matches[Math.floor(next() * matches.length)]!;
  const first = tolerances[0]!;
  const apart = Math.hypot(width, height) / 20;
  let best: Consensus | null = null;
  for (let trial = 0; trial < trials; trial++) {
    const one = pick();
    const other = pick();
    const candidates: (Matrix | null)[] = [[1, 0, 0, 1, one.to.x - one.from.x, one.to.y - one.from.y]];
    if (Math.hypot(one.to.x - other.to.x, one.to.y - other.to.y) > apart) candidates.push(fitSimilarity([one, other]));
    for (const matrix of candidates) {
      if (!matrix) continue;
      const scale = scaleOf(matrix);
      if (scale < minimumScale || scale > maximumScale) continue;
      const found = judge(matrix, first);
      if (better(found, best)) best = found;
    }
  }
  for (const tolerance of tolerances) {
    for (let round = 0; round < 3 && best; round++) {
      const matrix = fitSimilarity(best.inliers);
      if (!matrix) break;
      const found = judge(matrix, tolerance);
      // A tolerance below the data's own noise would leave a handful that agree by chance.
      if (found.inliers.length < 4 || found.spread < best.spread / 3) break;
      best = found;
    }
  }
  return best;
};
