import type { PageText } from '../page-text.ts';
import { linesOf } from './lines.ts';
import { minimumDirectionWords } from './thresholds.ts';

/**
 * Returns a page's reading direction in degrees, as `Word.angle`. Returns null if its text layer does not determine
 * it: recognised words of a scan have the direction in which they were recognised.
 */
export const readingDirection = (page: PageText): number | null => {
  if (page.words.length < minimumDirectionWords) return null;
  const { angle, recognised } = linesOf(page);
  return recognised ? null : angle;
};
