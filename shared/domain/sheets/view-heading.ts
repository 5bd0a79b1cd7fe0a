import type { Block } from './block.ts';
import { type Candidate, candidate } from './candidate.ts';
import { drawingWords, foreignWords } from './vocabulary.ts';

/** A drawing's lines are short: names of rooms, dimensions. */
const WORDS_OF_A_NAME = 3;
const SHARE_OF_NAMES = 0.75;
/** Letters of a heading against the common ones of the sheet. */
const STANDS_OUT = 1.35;
const FIRM_OR_DOMAIN = /\p{L}\.\p{L}{3}/u;

/**
 * The heading under the only view of a sheet without a title block: `GROUND FLOOR PLAN`, larger than what is around it,
 * and the only one that names what is drawn. Null where the sheet has several, or is no drawing.
 */
export const viewHeading = (block: Block): Candidate | null => {
  if (new Set(block.labels.map((label) => label.kind)).size > 1) return null;
  const names = block.values.filter((line) => line.words.length <= WORDS_OF_A_NAME);
  if (block.values.length < 10 || names.length < SHARE_OF_NAMES * block.values.length) return null;
  const headings = block.fields.filter(
    (line) =>
      line.size >= STANDS_OUT * block.common &&
      line.text.length <= 60 &&
      drawingWords(line.text) >= 1 &&
      foreignWords(line.text) === 0 &&
      !FIRM_OR_DOMAIN.test(line.text) &&
      line.place.v1 <= 1,
  );
  const [heading] = headings;
  return heading && headings.every(({ text }) => text === heading.text)
    ? candidate(heading, heading.text.trim(), 0)
    : null;
};
