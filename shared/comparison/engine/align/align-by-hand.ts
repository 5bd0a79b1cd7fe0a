import type { MatchingPoints } from '../../../domain/comparisons/matching-points.ts';
import type { Word } from '../../../domain/page-text.ts';
import { apply, type Box, centre, fitSimilarity, type Matrix, type Point, rotationOf, scaleOf } from '../geometry.ts';
import { findConsensus } from './consensus.ts';
import { maximumBiasDegrees, minimumViewWords, viewWordTolerancesPoints } from './thresholds.ts';

/** Returns the shift and scale that map a box onto another one. */
const matrixOf = (older: Box, newer: Box): Matrix => {
  const scale = Math.sqrt((newer.width * newer.height) / (older.width * older.height));
  const [from, to] = [centre(older), centre(newer)];
  return [scale, 0, 0, scale, to.x - scale * from.x, to.y - scale * from.y];
};

/** Returns the matrix without a turn too small to be intended: lettering of one size biases views of other scales. */
const upright = (matrix: Matrix, middle: Point): Matrix => {
  if (Math.abs(rotationOf(matrix)) > maximumBiasDegrees) return matrix;
  const [scale, to] = [scaleOf(matrix), apply(matrix, middle)];
  return [scale, 0, 0, scale, to.x - scale * middle.x, to.y - scale * middle.y];
};

/**
 * Returns the similarity that maps a view of the older sheet onto its counterpart, in points: by the words that both
 * contain, which are exact, else by their boxes, which a person drew.
 */
export const alignByViews = (
  { box: older, words: olderWords }: { box: Box; words: readonly Word[] },
  { box: newer, words: newerWords }: { box: Box; words: readonly Word[] },
): Matrix => {
  const matches = olderWords.flatMap((was) =>
    newerWords.flatMap((is) => (was.text === is.text ? [{ from: centre(was), to: centre(is) }] : [])),
  );
  const found = findConsensus(matches, {
    tolerances: viewWordTolerancesPoints,
    width: newer.x + newer.width,
    height: newer.y + newer.height,
  });
  if (found && found.inliers.length >= minimumViewWords) return upright(found.matrix, centre(older));
  return matrixOf(older, newer);
};

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the shift, rotation and scale that map places of the older sheet to their counterparts on the newer one, in
 * points; null if the places do not determine them.
 */
export const alignByPoints = (points: MatchingPoints, older: Size, newer: Size): Matrix | null =>
  fitSimilarity(
    points.map(({ original, comparison }) => ({
      from: { x: original.x * older.width, y: original.y * older.height },
      to: { x: comparison.x * newer.width, y: comparison.y * newer.height },
    })),
  );
