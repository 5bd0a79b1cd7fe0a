import { fitSimilarity, type Match, type Matrix, random, scaleOf } from '../geometry.ts';
import { consensusCells, maximumMissProbabilityRatio } from './thresholds.ts';

export interface Consensus {
  matrix: Matrix;
  /** Matches within the final tolerance. */
  inliers: Match[];
  /** Cells of a 12 × 12 grid over the newer sheet that contain an inlier: how far the evidence is spread. */
  spread: number;
}

interface Candidate {
  matrix: Matrix;
  count: number;
  spread: number;
}

export interface ConsensusOptions {
  /** Tolerances in the unit of the matches, from the first round to the final one. */
  tolerances: readonly number[];
  /** Size of the newer sheet. */
  width: number;
  height: number;
  trials?: number;
  minimumScale?: number;
  maximumScale?: number;
}

/**
 * Finds the similarity transformation that most matches agree on, by RANSAC. Returns null for fewer than three
 * matches.
 * Occupied cells of the sheet count before single matches, so that a dense table or a title block which kept its
 * position does not outvote a drawing that moved. Ambiguous matches (one point to several) are allowed: the wrong
 * ones disagree.
 */
export const findConsensus = (matches: readonly Match[], options: ConsensusOptions): Consensus | null => {
  const { tolerances, width, height, trials = 400, minimumScale = 0.2, maximumScale = 5 } = options;
  if (matches.length < 3) return null;
  const cells = new Uint8Array(consensusCells * consensusCells);
  const [fromX, fromY] = [Float64Array.from(matches, (m) => m.from.x), Float64Array.from(matches, (m) => m.from.y)];
  const [toX, toY] = [Float64Array.from(matches, (m) => m.to.x), Float64Array.from(matches, (m) => m.to.y)];
  const cellOf = Int32Array.from(matches, ({ to }) => {
    const column = Math.min(consensusCells - 1, Math.max(0, Math.floor((to.x / width) * consensusCells)));
    const row = Math.min(consensusCells - 1, Math.max(0, Math.floor((to.y / height) * consensusCells)));
    return row * consensusCells + column;
  });
  const occupied = new Set(cellOf).size;
  const inlierIndexes = new Int32Array(matches.length);
  const judge = (matrix: Matrix, tolerance: number): Candidate => {
    const [a, b, c, d, e, f] = matrix;
    cells.fill(0);
    let [count, spread] = [0, 0];
    for (let i = 0; i < inlierIndexes.length; i++) {
      const [x, y] = [a * fromX[i]! + c * fromY[i]! + e, b * fromX[i]! + d * fromY[i]! + f];
      if (Math.abs(x - toX[i]!) > tolerance || Math.abs(y - toY[i]!) > tolerance) continue;
      inlierIndexes[count++] = i;
      const cell = cellOf[i]!;
      if (!cells[cell]) spread++;
      cells[cell] = 1;
    }
    return { matrix, count, spread };
  };
  /** Adds the inliers to the candidate judged last. Most trials fail, so the list is built for accepted ones only. */
  const withInliers = ({ matrix, count, spread }: Candidate): Consensus => ({
    matrix,
    spread,
    inliers: Array.from(inlierIndexes.subarray(0, count), (i) => matches[i]!),
  });
  const isBetter = (a: Candidate, b: Consensus | null) =>
    !b || a.spread + a.count / 1000 > b.spread + b.inliers.length / 1000;

  const isPlausible = (matrix: Matrix | null): matrix is Matrix =>
    matrix !== null && scaleOf(matrix) >= minimumScale && scaleOf(matrix) <= maximumScale;

  const next = random(matches.length);
  const pick = () => matches[Math.floor(next() * matches.length)]!;
  const firstTolerance = tolerances[0]!;
  const minimumDistance = Math.hypot(width, height) / 20;
  let best: Consensus | null = null;
  let trialsNeeded = trials;
  for (let trial = 0; trial < trialsNeeded; trial++) {
    const one = pick();
    const other = pick();
    const candidates: (Matrix | null)[] = [[1, 0, 0, 1, one.to.x - one.from.x, one.to.y - one.from.y]];
    if (Math.hypot(one.to.x - other.to.x, one.to.y - other.to.y) > minimumDistance)
      candidates.push(fitSimilarity([one, other]));
    for (const matrix of candidates.filter(isPlausible)) {
      const found = judge(matrix, firstTolerance);
      if (!isBetter(found, best)) continue;
      best = withInliers(found);
      // Two agreeing matches determine the matrix; a cluster in one corner is weak evidence for the rest of the
      // sheet.
      const share = Math.min(found.count / matches.length, found.spread / occupied);
      trialsNeeded = Math.min(
        trials,
        Math.ceil(Math.log(maximumMissProbabilityRatio) / Math.log(1 - Math.min(0.999, share) ** 2)),
      );
    }
  }
  for (const tolerance of tolerances) {
    for (let round = 0; round < 3 && best; round++) {
      const matrix = fitSimilarity(best.inliers);
      if (!matrix) break;
      const found = judge(matrix, tolerance);
      // A tolerance below the noise of the data would keep a few matches that agree by chance.
      if (found.count < 4 || found.spread < best.spread / 3) break;
      best = withInliers(found);
    }
  }
  return best;
};
