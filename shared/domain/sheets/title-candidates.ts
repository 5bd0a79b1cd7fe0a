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

/** Whether a text has the letters of a title and is nothing else that a title block prints. */
const canBeTitle = (text: string): boolean =>
  (text.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
  text.length <= 120 &&
  !isDate(text) &&
  !isScale(text) &&
  !isContact(text) &&
  sheetNumberLikeness(text) < 0.7 &&
  !namedRevision(text);

/** What heads a list beside the drawing. */
const HEADING = /^(?:NOTES?|LEGEND|REMARKS|KEY|NOTAS?|LEYENDA|LEGENDE|UWAGI|ПРИМЕЧАНИЯ?)\s*:?$/iu;

/** Texts that differ in their marks alone, from which they are the views of a drawing: `SECTION A - A`, `SECTION B - B`. */
const FEWEST_VIEWS = 3;

/** A text without the letters and figures that count it. */
const uncounted = (text: string): string => text.replace(/(?<![\p{L}\d])[\p{L}\d]{1,2}(?![\p{L}\d])/gu, '').trim();

/** Texts of a page by what they have in common when not counted. */
const series = (texts: readonly Line[]): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { text } of texts) {
    const common = uncounted(text);
    if (common !== text) found.set(common, (found.get(common) ?? new Set()).add(text));
  }
  return found;
};

/** Titles, best first. The place of the sheet number helps, null where none was found. */
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
        // Headings of notes; a title at the head of a sheet goes without a number at its foot.
        if (line.place.v1 < 0.25 && line.place.u1 < 0.85 && number.place.v0 > 0.5) score -= 1;
      }
      const foreign = owner.nearest !== null && owner.nearest !== 'title' && owner.nearestCost < 0.9 && labelled < 0.5;
      // A label such as REV or SCALE does not own a text in words; a project or client does.
      if (foreign) score -= owner.nearest === 'other' ? 1.8 : 0.4;
      if (cell && labelled < 0.5) score -= words >= 1 ? 1.5 : 2.2;
      if (region < 0.2) score -= 1.2;
      const small = line.size < 1.1 * block.common || (relative < 0.45 && words < 1);
      if (labelled < 0.3 && small) score -= SMALL_PRINT;
      if (line.angle !== block.angle) score -= 0.2;
      if (labelled < 0.5 && (!number || line.size < 0.6 * block.largest) && viewTitle(line, block)) score -= 1.5;
      if (labelled < 0.5 && (counted.get(uncounted(line.text))?.size ?? 0) >= FEWEST_VIEWS) score -= 1.5;
      if (text.length > 70) score -= 0.8;
      const plain = !foreign && !cell && foreignWords(text) === 0 && region > 0.4 && line.size > 1.2 * block.common;
      return [{ ...candidate(line, text, score, labelled > 0.5 || words >= 1), plain }];
    })
    .sort((a, b) => b.score - a.score);
};

/**
 * The title where no text is known for one (`Kitchen`, `Option 2`): of the large texts of the block that are nothing
 * else the one nearest to the sheet number.
 */
export const likeliestTitle = (titles: readonly Candidate[], number: Candidate): Candidate | null => {
  const plain = titles.filter((each) => each.plain && each.angle === number.angle);
  const largest = Math.max(...plain.map((each) => each.size));
  const [nearest] = plain
    .filter((each) => each.size >= 0.6 * largest && nearness(each.place, number.place) > 0.15)
    .sort((a, b) => nearness(b.place, number.place) - nearness(a.place, number.place));
  return nearest ?? null;
};

/** The title of a view carries its scale under it. */
const viewTitle = (line: Line, block: Block): boolean =>
  [...block.fields.filter((other) => isScale(other.text)), ...block.labels.filter(({ kind }) => kind === 'scale')].some(
    (other) =>
      other.angle === line.angle &&
      other.v0 > line.v0 + 0.3 * line.size &&
      other.v0 - line.v1 < 1.2 * line.size &&
      Math.abs(other.u0 - line.u0) < 3 * line.size,
  );
