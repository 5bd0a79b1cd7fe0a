import type { Block } from './block.ts';
import type { Line } from './lines.ts';
import { drawingWords, foreignWords } from './vocabulary.ts';

/** Maximum length of a drawing's lines, which are room names and dimensions. */
const MAXIMUM_NAME_WORDS = 3;
const MINIMUM_NAME_SHARE = 0.75;
/** Minimum ratio of a heading's font size to the common one of the sheet. */
const MINIMUM_HEADING_RATIO = 1.35;
const FIRM_OR_DOMAIN = /\p{L}\.\p{L}{3}/u;

/**
 * Returns the heading below the only view of a sheet without a title block: `GROUND FLOOR PLAN`, larger than its
 * surroundings, and the only text that names a kind of drawing. Returns null if there are several, or if it is no
 * drawing.
 */
export const viewHeading = (block: Block): Pick<Line, 'text'> | null => {
  if (new Set(block.labels.map((label) => label.kind)).size > 1) return null;
  const names = block.values.filter((line) => line.words.length <= MAXIMUM_NAME_WORDS);
  if (block.values.length < 10 || names.length < MINIMUM_NAME_SHARE * block.values.length) return null;
  const headings = block.fields.filter(
    (line) =>
      line.size >= MINIMUM_HEADING_RATIO * block.common &&
      line.text.length <= 60 &&
      drawingWords(line.text) >= 1 &&
      foreignWords(line.text) === 0 &&
      !FIRM_OR_DOMAIN.test(line.text) &&
      line.place.v1 <= 1,
  );
  const [heading] = headings;
  return heading && headings.every(({ text }) => text === heading.text) ? { text: heading.text.trim() } : null;
};
