import type { PageText } from '../page-text.ts';
import { linesOf } from './lines.ts';

/** Words of a text layer that tell how the sheet lies. */
const TELLING_WORDS = 20;

/**
 * The direction in which a page's sheet is read, degrees as `Word.angle`; null where its text layer does not tell:
 * a scan's recognised words have the direction in which they were looked for.
 */
export const readingDirection = (page: PageText): number | null => {
  if (page.words.length < TELLING_WORDS) return null;
  const { angle, recognised } = linesOf(page);
  return recognised ? null : angle;
};
