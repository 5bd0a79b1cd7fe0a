import { type Block, claim } from './block.ts';
import { type Candidate, candidate, SMALL_PRINT } from './candidate.ts';
import type { Line } from './lines.ts';
import { repairNumber } from './misread.ts';
import { canBeNumbered, isRevision, numberedTitle, sheetNumberLikeness } from './patterns.ts';
import { cornerOf, regionOf } from './region.ts';
import { isContact } from './vocabulary.ts';

/** Whether a text is in the circle of a section or detail mark: the number of the view is directly above it. */
const isMark = (line: Line, block: Block): boolean =>
  block.values.some(
    (other) =>
      other !== line &&
      other.angle === line.angle &&
      other.text.length <= 2 &&
      other.size > 0.6 * line.size &&
      other.size < 1.7 * line.size &&
      other.v1 < line.v1 &&
      line.v1 - other.v1 < 2.2 * line.size &&
      Math.abs(other.u0 + other.u1 - line.u0 - line.u1) < 1.2 * line.size,
  );

/** Joins the number of a line with the next line if a hyphen continues it: `SC20` above `-03T`. */
const withContinuation = (line: Line, block: Block): string => {
  if (!/^[\p{L}\p{N}]\S{0,20}$/u.test(line.text) || !/\d|[-–]$/.test(line.text)) return line.text;
  const next = block.fields.find(
    (other) =>
      other.angle === line.angle &&
      Math.abs(other.size / line.size - 1) < 0.15 &&
      other.v1 - line.v1 > 0.8 * line.size &&
      other.v1 - line.v1 < 2.4 * line.size &&
      Math.min(Math.abs(other.u0 - line.u0), Math.abs(other.u0 + other.u1 - line.u0 - line.u1) / 2) < line.size &&
      (/^[-–]\S{1,20}$/.test(other.text) || (/[-–]$/.test(line.text) && /^\S{1,20}$/.test(other.text))),
  );
  return next ? line.text + next.text : line.text;
};

/** Removes the count of sheets, as in `A5 DE 21`. */
const withoutCount = (text: string): string =>
  text.replace(/^(\p{Lu}{1,3}[-.]?\d{1,4}(?:\.\d{1,3})?) ?(?:OF|DE|VON|VAN|SUR|DI|IZ|\/) ?\d{1,3}$/iu, '$1');

/** Minimum claim of an unambiguous label for a text of any form to be the sheet number. */
const MINIMUM_CERTAIN_CLAIM = 0.6;

const likenessOf = (text: string, line: Line, block: Block): number => {
  const likeness = sheetNumberLikeness(text);
  if (likeness > 0) return likeness;
  const certain = block.owned(line).label('sheet_number')?.certain === true;
  return certain && claim(block, line, 'sheet_number') > MINIMUM_CERTAIN_CLAIM && canBeNumbered(text) ? 0.3 : 0;
};

/** Returns candidates for the sheet number, best first. */
export const numberCandidates = (block: Block): Candidate[] =>
  block.fields
    .flatMap((line) => {
      // Kerning separates `02` from `.6`.
      const printed = withContinuation(line, block)
        .replace(/^#\s*/, '')
        .replace(/(\d) \.(?=\d)/g, '$1.')
        .trim();
      const whole = block.recognised ? repairNumber(printed) : printed;
      const text = numberedTitle(whole)?.number ?? withoutCount(whole);
      const likeness = likenessOf(text, line, block);
      if (likeness === 0 || isContact(text)) return [];
      const owner = block.owned(line);
      if (isRevision(text) && owner.of('revision') > owner.of('sheet_number')) return [];
      const labelled = claim(block, line, 'sheet_number');
      const region = regionOf(line.place);
      const relative =
        0.5 * Math.min(1, line.size / block.largest) + 0.5 * Math.min(1, line.size / block.largestNumber);
      const foreign = owner.nearest !== null && owner.nearest !== 'sheet_number' && owner.nearestCost < 0.8;
      // The largest letters of the block, in its corner.
      const stands = line.size > 1.25 * block.largest && cornerOf(line.place) > 0.6;
      let score = 2.6 * labelled + 1.5 * likeness + 1.6 * relative + 1.1 * region + 0.8 * cornerOf(line.place);
      if (foreign) score -= labelled > 0 ? 0.6 : 1.5 * (1 - 0.6 * relative);
      if (region < 0.2) score -= 1.5;
      if (labelled < 0.3) {
        if (relative < 0.45 || line.size < 0.4 * block.largestText) score -= SMALL_PRINT / 2;
        if (line.size < 1.6 * block.common) score -= SMALL_PRINT / 2;
        if (line.size < 1.25 * block.common) score -= SMALL_PRINT;
        if (isMark(line, block)) score -= 1.5;
        // Numbers are at the bottom of a strip.
        if (line.place.v1 < 0.75) score -= 0.8;
      }
      // A bare number or `3 OF 12` is a sheet number only with a label.
      if (likeness < 0.4) score -= labelled > 0.4 ? 0.2 : stands ? 0.3 : 2.2;

      // A count of sheets next to the drawing number.
      if (/^\d+ ?(?:OF|\/|DE|VON|VAN|SUR) ?\d+$/i.test(text)) score -= 0.5;
      // The paper format.
      if (/^A[0-5]$/.test(text) && ((labelled < 0.4 && relative < 0.6) || text === block.format)) score -= 1.5;
      return [candidate(line, text, score, labelled > 0.4 || relative > 0.8)];
    })
    .sort((a, b) => b.score - a.score);
