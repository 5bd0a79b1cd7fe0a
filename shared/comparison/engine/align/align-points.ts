import type { MatchingPoints } from '../../../domain/comparisons/matching-points.ts';
import { fitSimilarity, type Matrix } from '../geometry.ts';

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
