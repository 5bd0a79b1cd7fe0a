import type { Block } from './block.ts';
import type { Line } from './lines.ts';
import { maximumViewNameWords, minimumHeadingRatio, minimumViewNameShare } from './thresholds.ts';
import { drawingWords, foreignWords } from './vocabulary.ts';

const FIRM_OR_DOMAIN = /\p{L}\.\p{L}{3}/u;

/**
 * Returns the heading below the only view of a sheet without a title block: `GROUND FLOOR PLAN`, larger than its
 * surroundings, and the only text that names a kind of drawing. Returns null if there are several, if it is no drawing, or if
 * its words were recognised: then the title block may be what was not.
 */
export const viewHeading = (block: Block): Pick<Line, 'text'> | null => {
  if (new Set(block.labels.map((label) => label.kind)).size > 1) return null;
  const names = block.values.filter((line) => line.words.length <= maximumViewNameWords);
  if (block.values.length < 10 || names.length < minimumViewNameShare * block.values.length) return null;
  const headings = block.fields.filter(
    (line) =>
      line.size >= minimumHeadingRatio * block.common &&
      line.text.length <= 60 &&
      drawingWords(line.text) >= 1 &&
      foreignWords(line.text) === 0 &&
      !FIRM_OR_DOMAIN.test(line.text) &&
      line.place.v1 <= 1,
  );
  const [heading] = headings;
  if (heading?.words.some(({ drawn }) => drawn !== undefined)) return null;
  return heading && headings.every(({ text }) => text === heading.text) ? { text: heading.text.trim() } : null;
};
