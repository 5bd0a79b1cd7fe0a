import type { Block } from './block.ts';
import type { Line } from './lines.ts';
import { type Paragraph, paragraphs } from './paragraphs.ts';
import { maximumViewNameWords, minimumHeadingRatio, minimumViewNameShare } from './thresholds.ts';
import { drawingWords, foreignWords, headsList } from './vocabulary.ts';

const FIRM_OR_DOMAIN = /\p{L}\.\p{L}{3}/u;

/** Minimum number of texts of a drawing. */
const MINIMUM_TEXTS = 10;
const MAXIMUM_HEADING_LENGTH = 60;
/** Minimum evidence that a text names a drawing or what it shows, if no other lettering is as large. */
const MINIMUM_WORDS = 0.5;
/** Relative difference of two sizes of one lettering, as of the lines of a paragraph. */
const SAME_SIZE = 0.06;

/** Whether a text may be the heading of a sheet, whatever its size. */
const canHead = ({ text, place }: Line, words: number): boolean =>
  text.length <= MAXIMUM_HEADING_LENGTH &&
  drawingWords(text) >= words &&
  foreignWords(text) === 0 &&
  !headsList(text) &&
  !FIRM_OR_DOMAIN.test(text) &&
  place.v1 <= 1;

/** Returns the largest lettering of a sheet if all of it is one text that may be its heading. */
const largestText = (block: Block, minimum: number): Paragraph | null => {
  const worded = block.values.filter(({ text, place }) => /\p{L}{3}/u.test(text) && place.v1 <= 1);
  const largest = Math.max(0, ...worded.map(({ size }) => size));
  const own = worded.filter(({ size }) => size >= (1 - SAME_SIZE) * largest);
  if (largest < minimum) return null;
  const whole = paragraphs(block).find(({ lines }) => own.every((line) => lines.includes(line)));
  return whole && canHead(whole, MINIMUM_WORDS) ? whole : null;
};

/**
 * Returns the heading of a sheet without a title block, larger than its surroundings: the largest text, `CITY HALL` above
 * `FLOOR 1`, or one that names a kind of drawing, such as `GROUND FLOOR PLAN` below the view. Returns null if another text
 * names one, if it is no drawing, or if its words were recognised: then the title block may be what was not.
 */
export const viewHeading = (block: Block): Pick<Line, 'text'> | null => {
  if (new Set(block.labels.map((label) => label.kind)).size > 1) return null;
  const short = block.values.filter((line) => line.words.length <= maximumViewNameWords);
  if (block.values.length < MINIMUM_TEXTS || short.length < minimumViewNameShare * block.values.length) return null;
  const minimum = minimumHeadingRatio * block.common;
  const names = block.fields.filter((line) => line.size >= minimum && canHead(line, 1));
  const largest = largestText(block, minimum);
  const heading = largest ?? names[0];
  const isAlone = names.every((line) => line.text === heading?.text || largest?.lines.includes(line));
  if (!heading || !isAlone || heading.words.some(({ drawn }) => drawn !== undefined)) return null;
  return { text: heading.text.trim() };
};
