import { type Block, betterCell, claim, company, cornerOf, nearness, regionOf } from './block.ts';
import type { Extent, Line } from './lines.ts';
import { paragraphs } from './paragraphs.ts';
import { findDate, isDate, isRevision, isScale, namedRevision, sheetNumberLikeness } from './patterns.ts';
import { drawingWords, foreignWords, isContact, isStamp } from './vocabulary.ts';

/** A value that a field may have. */
export interface Candidate {
  text: string;
  score: number;
  place: Extent;
  size: number;
  angle: number;
  /** A label or the words themselves speak for it, so that repetition over a set says little against it. */
  backed: boolean;
}

const candidate = (line: Line, text: string, score: number, backed = false): Candidate => ({
  text,
  score,
  place: line.place,
  size: line.size,
  angle: line.angle,
  backed,
});

/** Least score of a value; a page of office paper must show more. */
export const LEAST = { sheet_number: 3.3, title: 2.7, date: 1.1 } as const;

/** Marks of sections and notes of the drawing reach into the places of title blocks in small letters. */
const SMALL_PRINT = 0.8;

/** Sheet numbers, best first. */
export const numberCandidates = (block: Block): Candidate[] =>
  block.fields
    .flatMap((line) => {
      const text = line.text.replace(/^#\s*/, '').trim();
      const likeness = sheetNumberLikeness(text);
      if (likeness === 0 || isContact(text)) return [];
      const owner = block.owned(line);
      const labelled = claim(block, line, 'sheet_number');
      const region = regionOf(line.place);
      const relative = Math.min(1, line.size / block.largest);
      const foreign = owner.nearest !== null && owner.nearest !== 'sheet_number' && owner.nearestCost < 0.8;
      let score = 2.6 * labelled + 1.5 * likeness + 1.6 * relative + 1.1 * region + 0.8 * cornerOf(line.place);
      if (foreign) score -= labelled > 0 ? 0.6 : 1.5 * (1 - 0.6 * relative);
      if (region < 0.2) score -= 1.5;
      if (labelled < 0.3) {
        if (relative < 0.45) score -= SMALL_PRINT;
        if (line.size < 1.25 * block.common) score -= SMALL_PRINT;
        // Numbers stand at the foot of a strip.
        if (line.place.v1 < 0.75) score -= 0.8;
      }
      // A bare number or `3 OF 12` is a sheet number only where a label says so.
      if (likeness < 0.4) score -= labelled > 0.4 ? 0.2 : 2.2;
      // The format of the paper.
      if (/^A[0-5]$/.test(text) && labelled < 0.4 && relative < 0.6) score -= 1;
      return [candidate(line, text, score, labelled > 0.4 || relative > 0.8)];
    })
    .sort((a, b) => b.score - a.score);

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

/** Titles, best first. The place of the sheet number helps, null where none was found. */
export const titleCandidates = (block: Block, number: Candidate | null): Candidate[] => {
  const texts = paragraphs(block);
  const cell = betterCell(block, 'title', null);
  return texts
    .flatMap((line) => {
      const text = tidyTitle(line.text);
      if (!canBeTitle(text) || (number && text === number.text)) return [];
      const first = line.lines[0] ?? line;
      const owner = block.owned(first);
      const labelled = claim(block, first, 'title');
      const region = regionOf(line.place);
      const words = drawingWords(text);
      const relative = Math.min(1, line.size / block.largestText);
      let score = 3 * labelled + 1.5 * words + 1.3 * relative + region - foreignWords(text);
      if (number) score += nearness(line.place, number.place);
      const foreign = owner.nearest !== null && owner.nearest !== 'title' && owner.nearestCost < 0.9 && labelled < 0.5;
      // A label such as REV or SCALE does not own a text in words; a project or client does.
      if (foreign) score -= owner.nearest === 'other' ? 1.8 : 0.4;
      if (cell && labelled < 0.5) score -= words >= 1 ? 1.5 : 2.2;
      if (region < 0.2) score -= 1.2;
      const small = line.size < 1.1 * block.common || (relative < 0.45 && words < 1);
      if (labelled < 0.3 && small) score -= SMALL_PRINT;
      if (line.angle !== block.angle) score -= 0.2;
      if (viewTitle(line, block) && labelled < 0.5) score -= 1.5;
      if (text.length > 70) score -= 0.8;
      return [candidate(line, text, score, labelled > 0.5 || words >= 1)];
    })
    .sort((a, b) => b.score - a.score);
};

/** The title of a view carries its scale under it, in letters smaller than those of the title block. */
const viewTitle = (line: Line, block: Block): boolean =>
  line.size < 0.6 * block.largest &&
  block.fields.some(
    (other) =>
      other.angle === line.angle &&
      other.v0 > line.v0 + 0.3 * line.size &&
      other.v0 - line.v1 < 1.2 * line.size &&
      Math.abs(other.u0 - line.u0) < 3 * line.size &&
      isScale(other.text),
  );

/** Whether a scale and its label stand right under the title of a view. */
const ofView = (label: Line, block: Block, title: Candidate | null): boolean =>
  block.fields.some(
    (other) =>
      other.angle === label.angle &&
      other.v1 < label.v1 &&
      label.v0 - other.v1 < 1.2 * label.size &&
      label.v0 - other.v0 > 0.5 * label.size &&
      Math.abs(other.u0 - label.u0) < 3 * label.size &&
      /\p{L}{3}/u.test(other.text) &&
      !isDate(other.text) &&
      !(title && nearness(other.place, title.place) > 0.98),
  );

/** Revisions named by a cell or by their own text, best first. Tables are read apart. */
export const revisionCandidates = (block: Block, title: Candidate | null): Candidate[] =>
  block.fields
    .flatMap((line) => {
      const text = line.text.trim();
      const region = regionOf(line.place);
      const named = namedRevision(text);
      const beside = title ? nearness(line.place, title.place) : 0;
      if (named && Math.max(region, beside) > 0.25) return [candidate(line, named, 1.5 + Math.max(region, beside))];
      if (!isRevision(text)) return [];
      const owner = block.owned(line);
      const label = owner.label('revision');
      const labelled = claim(block, line, 'revision');
      if (!label || labelled < 0.45 || regionOf(label.place) < 0.25) return [];
      return [candidate(line, text, 2.5 * labelled + region)];
    })
    .sort((a, b) => b.score - a.score);

/** Dates, best first: labelled ones before what stands free in the block. */
export const dateCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] =>
  block.fields
    .flatMap((line) => {
      const date = findDate(line.text);
      if (!date) return [];
      const region = regionOf(line.place);
      const whole = isDate(line.text);
      const labelled = claim(block, line, 'date') * (whole ? 1 : 0.6);
      const owner = block.owned(line);
      const foreign = owner.nearest === 'other' && owner.nearestCost < 0.5;
      // Plot stamps stand across the sheet outside its frame.
      const stamp = line.angle !== block.angle && (!number || number.angle !== line.angle);
      const relative = Math.min(1, line.size / block.largestText);
      const beside = Math.max(0, ...[number, title].map((each) => (each ? nearness(line.place, each.place) : 0)));
      const score = 3 * labelled + region + relative + beside;
      return [candidate(line, date, score - (foreign ? 1 : 0) - (stamp || isStamp(line.text) ? 1.5 : 0))];
    })
    .filter((each) => each.score >= LEAST.date)
    .sort((a, b) => b.score - a.score);

/** Labelled scales, best first. A scale under another text than the sheet's title is that of a view. */
export const scaleCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] =>
  block.fields
    .flatMap((line) => {
      const text = line.text.trim();
      if (!isScale(text)) return [];
      const labelled = claim(block, line, 'scale');
      const label = block.owned(line).label('scale');
      if (!label || labelled < 0.3 || betterCell(block, 'scale', label)) return [];
      if (company(block, label) < 2 && ofView(label, block, title)) return [];
      const region = Math.max(regionOf(line.place), regionOf(label.place));
      const score =
        2.5 * labelled +
        region +
        (number ? nearness(line.place, number.place) : 0) +
        (label.text.endsWith(':') ? 0.1 : 0);
      return region < 0.15 ? [] : [candidate(line, text, score)];
    })
    .sort((a, b) => b.score - a.score);
