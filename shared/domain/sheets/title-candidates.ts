import { type Block, betterCell, claim, nearness } from './block.ts';
import { type Candidate, candidate, SMALL_PRINT } from './candidate.ts';
import type { Line } from './lines.ts';
import { paragraphs } from './paragraphs.ts';
import { findDate, isDate, isScale, namedRevision, numberedTitle, sheetNumberLikeness } from './patterns.ts';
import { regionOf } from './region.ts';
import { drawingWords, foreignWords, isContact } from './vocabulary.ts';

const tidyTitle = (text: string): string => {
  const date = findDate(text);
  return (date ? text.replace(date, ' ') : text)
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:|,]+|[\s\-–—:|,]+$/g, '')
    .trim();
};

/** Whether a text has the letters of a title and is no other field of a title block. */
const canBeTitle = (text: string): boolean =>
  (text.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
  text.length <= 120 &&
  !isDate(text) &&
  !isScale(text) &&
  !isContact(text) &&
  sheetNumberLikeness(text) < 0.7 &&
  !namedRevision(text);

/** Headings of lists next to the drawing. */
const HEADING = /^(?:NOTES?|LEGEND|REMARKS|KEY|NOTAS?|LEYENDA|LEGENDE|UWAGI|ПРИМЕЧАНИЯ?)\s*:?$/iu;

/**
 * Minimum number of texts that differ only in their marks, which shows them to be views: `SECTION A - A`, `SECTION B
 * - B`.
 */
const MINIMUM_VIEWS = 3;

/** Removes the counting letters and digits of a text. */
const uncounted = (text: string): string => text.replace(/(?<![\p{L}\d])[\p{L}\d]{1,2}(?![\p{L}\d])/gu, '').trim();

/** Groups the texts of a page that differ only in such marks. */
const series = (texts: readonly Line[]): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { text } of texts) {
    const common = uncounted(text);
    if (common !== text) found.set(common, (found.get(common) ?? new Set()).add(text));
  }
  return found;
};

/** Returns candidates for the title, best first. The sheet number's position is used if there is one. */
export const titleCandidates = (block: Block, number: Candidate | null): Candidate[] => {
  const texts = paragraphs(block);
  const cell = betterCell(block, 'title', null);
  const counted = series(texts);
  return texts
    .flatMap((line) => {
      const numbered = numberedTitle(line.text);
      const named = numbered !== null && numbered.number === number?.text;
      const text = tidyTitle(
        (named ? numbered.title : line.text).replace(
          /^(?:SHEET|DRAWING|TITLE) (?=\S+ .*\b(?:PLANS?|ELEVATIONS?|SECTIONS?|DETAILS?)\b)/i,
          '',
        ),
      );
      if (!canBeTitle(text) || (number && text === number.text)) return [];
      const first = line.lines[0] ?? line;
      const owner = block.owned(first);
      const labelled = claim(block, first, 'title');
      if (HEADING.test(text) && labelled < 0.5) return [];
      const region = regionOf(line.place);
      const words = drawingWords(text);
      const relative = Math.min(1, line.size / block.largestText);
      let score = 3 * labelled + 1.5 * words + 1.3 * relative + region - foreignWords(text);
      if (named) score += 1;
      if (number) {
        score += nearness(line.place, number.place);
        // Headings of notes; a title at the top of a sheet does not occur with a number at its bottom.
        if (line.place.v1 < 0.25 && line.place.u1 < 0.85 && number.place.v0 > 0.5) score -= 1;
      }
      const foreign = owner.nearest !== null && owner.nearest !== 'title' && owner.nearestCost < 0.9 && labelled < 0.5;
      // A label such as REV or SCALE does not own a text of words; one such as PROJECT or CLIENT does.
      if (foreign) score -= owner.nearest === 'other' ? 1.8 : 0.4;
      if (cell && labelled < 0.5) score -= words >= 1 ? 1.5 : 2.2;
      if (region < 0.2) score -= 1.2;
      const small = line.size < 1.1 * block.common || (relative < 0.45 && words < 1);
      if (labelled < 0.3 && small) score -= SMALL_PRINT;
      if (line.angle !== block.angle) score -= 0.2;
      if (labelled < 0.5 && (!number || line.size < 0.6 * block.largest) && viewTitle(line, block)) score -= 1.5;
      if (labelled < 0.5 && (counted.get(uncounted(line.text))?.size ?? 0) >= MINIMUM_VIEWS) score -= 1.5;
      if (text.length > 70) score -= 0.8;
      const plain = !foreign && !cell && foreignWords(text) === 0 && region > 0.4 && line.size > 1.2 * block.common;
      return [{ ...candidate(line, text, score, labelled > 0.5 || words >= 1), plain }];
    })
    .sort((a, b) => b.score - a.score);
};

/**
 * Returns the title if no text contains a word for a kind of drawing (`Kitchen`, `Option 2`): among the large texts
 * of the block without another meaning, the one nearest to the sheet number.
 */
export const likeliestTitle = (titles: readonly Candidate[], number: Candidate): Candidate | null => {
  const plain = titles.filter((each) => each.plain && each.angle === number.angle);
  const largest = Math.max(...plain.map((each) => each.size));
  const [nearest] = plain
    .filter((each) => each.size >= 0.6 * largest && nearness(each.place, number.place) > 0.15)
    .sort((a, b) => nearness(b.place, number.place) - nearness(a.place, number.place));
  return nearest ?? null;
};

/** Whether a text has a scale below it, like the title of a view. */
const viewTitle = (line: Line, block: Block): boolean =>
  [...block.fields.filter((other) => isScale(other.text)), ...block.labels.filter(({ kind }) => kind === 'scale')].some(
    (other) =>
      other.angle === line.angle &&
      other.v0 > line.v0 + 0.3 * line.size &&
      other.v0 - line.v1 < 1.2 * line.size &&
      Math.abs(other.u0 - line.u0) < 3 * line.size,
  );
