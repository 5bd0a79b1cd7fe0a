import { fitSimilarity, type Match, type Matrix, random, scaleOf } from '../geometry.ts';

export interface Consensus {
  matrix: Matrix;
  /** Matches within the final tolerance. */
  inliers: Match[];
  /** Cells of a 12 × 12 grid over the newer sheet that hold an inlier: how far the evidence spreads. */
  spread: number;
}

interface Judged {
  matrix: Matrix;
  count: number;
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
/** Chance that a better agreement was missed when the search ends before its last trial. */
const missed = 1e-6;

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
  const [fromX, fromY] = [Float64Array.from(matches, (m) => m.from.x), Float64Array.from(matches, (m) => m.from.y)];
  const [toX, toY] = [Float64Array.from(matches, (m) => m.to.x), Float64Array.from(matches, (m) => m.to.y)];
  const cellOf = Int32Array.from(matches, ({ to }) => {
    const column = Math.min(grid - 1, Math.max(0, Math.floor((to.x / width) * grid)));
    const row = Math.min(grid - 1, Math.max(0, Math.floor((to.y / height) * grid)));
    return row * grid + column;
  });
  const occupied = new Set(cellOf).size;
  const near = new Int32Array(matches.length);
  const judge = (matrix: Matrix, tolerance: number): Judged => {
    const [a, b, c, d, e, f] = matrix;
    cells.fill(0);
    let [count, spread] = [0, 0];
    for (let i = 0; i < near.length; i++) {
      const [x, y] = [a * fromX[i]! + c * fromY[i]! + e, b * fromX[i]! + d * fromY[i]! + f];
      if (Math.abs(x - toX[i]!) > tolerance || Math.abs(y - toY[i]!) > tolerance) continue;
      near[count++] = i;
      const cell = cellOf[i]!;
      if (!cells[cell]) spread++;
      cells[cell] = 1;
    }
    return { matrix, count, spread };
  };
  /** The one just judged, with its inliers: most trials come to nothing, and are spared the list. */
  const keep = ({ matrix, count, spread }: Judged): Consensus => ({
    matrix,
    spread,
    inliers: Array.from(near.subarray(0, count), (i) => matches[i]!),
  });
  const better = (a: Judged, b: Consensus | null) =>
    !b || a.spread + a.count / 1000 > b.spread + b.inliers.length / 1000;

  const next = random(matches.length);
  const pick = () => matches[Math.floor(next() * matches.length)]!;
  const first = tolerances[0]!;
  const apart = Math.hypot(width, height) / 20;
  let best: Consensus | null = null;
  let enough = trials;
  for (let trial = 0; trial < enough; trial++) {
    const one = pick();
    const other = pick();
    const candidates: (Matrix | null)[] = [[1, 0, 0, 1, one.to.x - one.from.x, one.to.y - one.from.y]];
    if (Math.hypot(one.to.x - other.to.x, one.to.y - other.to.y) > apart) candidates.push(fitSimilarity([one, other]));
    for (const matrix of candidates) {
      if (!matrix) continue;
      const scale = scaleOf(matrix);
      if (scale < minimumScale || scale > maximumScale) continue;
      const found = judge(matrix, first);
      if (!better(found, best)) continue;
      best = keep(found);
      // Two of those that agree fix it; a crowd in one corner of the sheet says little of the rest.
      const share = Math.min(found.count / matches.length, found.spread / occupied);
      enough = Math.min(trials, Math.ceil(Math.log(missed) / Math.log(1 - Math.min(0.999, share) ** 2)));
    }
  }
  for (const tolerance of tolerances) {
    for (let round = 0; round < 3 && best; round++) {
      const matrix = fitSimilarity(best.inliers);
      if (!matrix) break;
      const found = judge(matrix, tolerance);
      // A tolerance below the data's own noise would leave a handful that agree by chance.
      if (found.count < 4 || found.spread < best.spread / 3) break;
      best = keep(found);
    }
  }
  return best;
};
