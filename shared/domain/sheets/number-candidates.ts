import { type Block, claim, nearness } from './block.ts';
import { bestFirst, type Candidate, candidate, withFeatures } from './candidate.ts';
import { commonFeatures, isCounted, rivalClaims } from './features.ts';
import { labelKind, namesDrawing, namesSheet } from './labels.ts';
import type { Line } from './lines.ts';
import { repairNumber } from './misread.ts';
import { canBeNumbered, findDate, isRevision, numberedTitle, sheetNumberLikeness } from './patterns.ts';
import { cornerOf } from './region.ts';
import { type Features, when } from './score.ts';
import type { Label } from './segments.ts';
import { minimumBlockRegionRatio } from './thresholds.ts';
import { isContact } from './vocabulary.ts';

/** Whether a text is in the circle of a section or detail mark: the number of the view is directly above it. */
const isMark = (line: Line, short: readonly Line[]): boolean =>
  short.some(
    (other) =>
      other !== line &&
      other.angle === line.angle &&
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

/** The sign of a number before it: `# 3`, `N° 03`, `No. 5`. */
const SIGN = /^(?:#|№|N[º°]\.?|N[or]\.)\s*(?=\d)/iu;

/** The word for a page before its place in a set: `Page 2 of 4`. */
const PAGE =
  /^(?:PAGE|PG\.?|SEITE|P[AÁ]GINA|STRANA|STRONA|SIDE|SIDA|СТР\.?)\s+(?=\d{1,3} ?(?:OF|\/|DE|VON|VAN|SUR|DI|Z|AF|AV|ИЗ) ?\d{1,3}$)/iu;

/** Removes the count of sheets, as in `A5 DE 21`. */
const withoutCount = (text: string): string =>
  text.replace(/^(\p{Lu}{1,3}[-.]?\d{1,4}(?:\.\d{1,3})?) ?(?:OF|DE|VON|VAN|SUR|DI|IZ|\/) ?\d{1,3}$/iu, '$1');

/** Minimum claim of an unambiguous label for a text of any form to be the sheet number. */
const MINIMUM_CERTAIN_CLAIM = 0.6;

/** The name of a part or assembly instead of a number. */
const NAME = /^\p{L}[\p{L}\p{N} ._-]{2,40}$/u;

/** A designation by GOST 2.201, with the code of the document: `АБВГ.301412.027 СБ`. */
const DESIGNATION = /^\p{Lu}{4}\.\d{6}\.\d{3}(?:-\d{2,3})?(?: ?\p{Lu}\p{L}{0,2}\d{0,2})?$/u;

const likenessOf = (text: string, line: Line, block: Block): number => {
  const likeness = sheetNumberLikeness(text);
  if (block.gost?.isNumber(line) && (canBeNumbered(text) || DESIGNATION.test(text))) return Math.max(0.8, likeness);
  if (likeness > 0) return likeness;
  const label = block.owned(line).label('sheet_number');
  if (!label || claim(block, line, 'sheet_number') <= MINIMUM_CERTAIN_CLAIM) return 0;
  if (!label.certain) return canBeNumbered(text) && /\d/.test(text) ? 0.2 : 0;
  if (canBeNumbered(text)) return 0.3;
  return NAME.test(text) ? 0.1 : 0;
};

/** The printed text, repaired: kerning separates `02` from `.6`, and recognition confuses letters with digits. */
const numberIn = (line: Line, block: Block): string => {
  const printed = withContinuation(line, block)
    .replace(SIGN, '')
    .replace(PAGE, '')
    .replace(/(\d) \.(?=\d)/g, '$1.')
    .trim();
  const whole = block.recognised ? repairNumber(printed) : printed;
  return numberedTitle(whole)?.number ?? withoutCount(whole);
};

/** Minimum claim of a label for a text to be its value. */
const MINIMUM_CLAIM = 0.4;
/** Maximum cost of the relation to a label of an unknown number. */
const MAXIMUM_NUMERO_COST = 1;
/** Minimum size of another number, relative to the largest in the block, that makes the place of a sheet only that. */
const MINIMUM_RIVAL_RELATIVE = 0.5;
/** Minimum nearness of two labels of one block. */
const SAME_BLOCK = 0.5;

/** Whether a label of the title block is that of the drawing's number, and not of its place among the sheets. */
const isOfDrawing = ({ kind, text, place }: Label, block: Block): boolean =>
  kind === 'sheet_number' && !namesSheet(text) && block.regionOf(place) > minimumBlockRegionRatio;

/** A number of a sheet in its set: `3`, `02`, `2 OF 4`, `1/1`. */
const PLACE_IN_SET = /^\d{1,3}(?:[^\d.]{1,5}\d{1,3})?$/;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Returns how strongly a text of the page is claimed at most by each label of a number: a label has one value. */
const claimsOf = (block: Block): Map<Label, number> => {
  const claims = new Map<Label, number>();
  for (const line of block.fields) {
    const owner = block.owned(line);
    const label = owner.label('sheet_number');
    if (label && LETTER_OR_DIGIT.test(line.text))
      claims.set(label, Math.max(claims.get(label) ?? 0, owner.of('sheet_number')));
  }
  return claims;
};

/** Returns what the label of a number says: many blocks count the sheets beside the number of the drawing. */
const labelFeatures = (text: string, line: Line, labelled: number, block: Block): Features => {
  const label = block.owned(line).label('sheet_number');
  const isOfSheet = label !== null && labelled > MINIMUM_CLAIM && namesSheet(label.text);
  const isRivalled = block.labels.some(
    (other) =>
      other.kind === 'sheet_number' &&
      !namesSheet(other.text) &&
      nearness(other.place, (label ?? line).place) > SAME_BLOCK,
  );
  return {
    counted: when(isCounted(line, block)),
    sheet_label_count: when(isOfSheet && PLACE_IN_SET.test(text)),
    sheet_label_rivalled: when(isOfSheet && isRivalled),
    number_label: when(label !== null && labelled > MINIMUM_CLAIM && !isOfSheet),
    number_label_elsewhere: when(labelled <= MINIMUM_CLAIM && isRivalled),
  };
};

/** What is computed once for all candidates of a page. */
interface Context {
  /** The texts with at most two characters. */
  short: readonly Line[];
  claims: ReadonlyMap<Label, number>;
}

/**
 * Returns how strongly a label claims a text as the number. `PLANO` and `DRAWING` head the title of one block and the
 * number of another one: the value tells which.
 */
const claimOfNumber = (block: Block, line: Line, text: string): number => {
  const own = claim(block, line, 'sheet_number');
  const label = block.owned(line).label('title');
  return label && namesDrawing(label.text) && /^\S*\d\S*$/.test(text)
    ? Math.max(own, claim(block, line, 'title'))
    : own;
};

/** Returns what other texts say about the label that claims a number. */
const rivalFeatures = (line: Line, block: Block, claims: ReadonlyMap<Label, number>): Features => {
  const owner = block.owned(line);
  const label = owner.label('sheet_number');
  return {
    // The label has a value that is closer to it.
    label_taken: label ? Math.max(0, (claims.get(label) ?? 0) - owner.of('sheet_number')) : 0,
    // `Set No.`, which no list has.
    numero_label: when(
      owner.nearest === 'other' &&
        owner.nearestCost < MAXIMUM_NUMERO_COST &&
        labelKind(owner.nearestLabel?.text ?? '') === null,
    ),
  };
};

const featuresOf = (text: string, line: Line, likeness: number, block: Block, { short, claims }: Context): Features => {
  const owner = block.owned(line);
  const labelled = claimOfNumber(block, line, text);
  const isDrawing = labelled > claim(block, line, 'sheet_number');
  const region = block.regionOf(line.place);
  const relative = 0.5 * Math.min(1, line.size / block.largest) + 0.5 * Math.min(1, line.size / block.largestNumber);
  const foreign = !isDrawing && owner.nearest !== null && owner.nearest !== 'sheet_number' && owner.nearestCost < 0.8;
  const unlabelled = labelled < 0.3;
  return {
    ...commonFeatures(block, line),
    ...rivalClaims(block, line, 'sheet_number'),
    ...(isDrawing ? { claimed_title: 0 } : {}),
    ...{ labelled, likeness, relative, region, corner: cornerOf(line.place) },
    ...labelFeatures(text, line, labelled, block),
    ...rivalFeatures(line, block, claims),
    foreign_labelled: when(foreign && !unlabelled),
    foreign: foreign && labelled === 0 ? 1 - 0.6 * relative : 0,
    outside: when(region < 0.2),
    small_print: unlabelled ? when(relative < 0.45 || line.size < 0.4 * block.largestText) : 0,
    little: unlabelled ? when(line.size < 1.6 * block.common) : 0,
    common_size: unlabelled ? when(line.size < 1.25 * block.common) : 0,
    mark: unlabelled ? when(isMark(line, short)) : 0,
    // Numbers are at the bottom of a strip.
    high: unlabelled ? when(line.place.v1 < 0.75) : 0,
    // A bare number or `3 OF 12` is a sheet number only with a label, or in the largest letters of the corner.
    bare_labelled: when(likeness < 0.4 && labelled > 0.4),
    bare_large: when(
      likeness < 0.4 && labelled <= 0.4 && line.size > 1.25 * block.largest && cornerOf(line.place) > 0.6,
    ),
    bare: when(likeness < 0.4 && labelled <= 0.4 && !(line.size > 1.25 * block.largest && cornerOf(line.place) > 0.6)),
    // A count of sheets next to the drawing number.
    count: when(/^\d+ ?(?:OF|\/|DE|VON|VAN|SUR) ?\d+$/i.test(text)),
    bare_no_block: when(likeness < 0.4 && block.cluster === null && block.labels.length < 3),
    paper_format: when(/^A[0-5]$/.test(text) && ((labelled < 0.4 && relative < 0.6) || text === block.format)),
    small_page: when(block.small),
    repeated_on_page: Math.min(3, (block.counts.get(line.text) ?? 1) - 1) / 3,
    name: when(likeness > 0 && likeness < 0.2),
    gost_number: when(block.gost?.isNumber(line) === true),
    gost_other: when(block.gost?.isNumber(line) === false),
    joined: when(/\S{3,}[-–_.]\S+[-–_.]\S/.test(text)),
    letters: when(/\p{L}/u.test(text)),
    zero: when(/^0+$/.test(text)),
    uncertain: when(likeness === 0.2),
  };
};

/** A usual scale, which has the form of a count: `1/50`. */
const SCALE = /^1 ?\/ ?\d{2,}$/;

/** Whether a candidate is the place of the sheet among others, by its form or its label. */
const isPlace = ({ features }: Candidate): boolean => features.count === 1 || features.sheet_label_count === 1;

/** Whether a candidate may be the number of the drawing, beside which the place of the sheet is not its number. */
const isRivalOfPlace = (each: Candidate): boolean =>
  !isPlace(each) &&
  (each.features.likeness ?? 0) >= 0.4 &&
  (each.features.region ?? 0) >= minimumBlockRegionRatio &&
  (each.features.relative ?? 0) > MINIMUM_RIVAL_RELATIVE;

/**
 * Returns the candidates, best first, with the evidence for and against places of sheets: they are the number of a sheet
 * that prints no other one.
 */
const withPlaces = (candidates: readonly Candidate[], isNumbered: boolean): Candidate[] => {
  const hasNumber = candidates.some((each) => !isPlace(each) && (each.features.labelled ?? 0) > MINIMUM_CLAIM);
  const isOnly = !hasNumber && !isNumbered && !candidates.some(isRivalOfPlace);
  return bestFirst(
    candidates.map((each) => {
      if (!isPlace(each)) return each;
      const isAlone = isOnly && !SCALE.test(each.text);
      return withFeatures(each, {
        counts_beside: when(hasNumber && each.features.count === 1),
        place_beside: when(hasNumber && each.features.count !== 1),
        place_alone: when(isAlone),
        count_alone: when(isAlone && each.features.count === 1),
      });
    }),
  );
};

/** Returns candidates for the sheet number, best first. */
export const numberCandidates = (block: Block): Candidate[] => {
  const context = { short: block.values.filter(({ text }) => text.length <= 2), claims: claimsOf(block) };
  const isNumbered = block.labels.some((label) => isOfDrawing(label, block));
  return withPlaces(
    block.fields.flatMap((line) => {
      const text = numberIn(line, block);
      const likeness = likenessOf(text, line, block);
      if (likeness === 0 || isContact(text) || findDate(text) !== null) return [];
      const owner = block.owned(line);
      if (isRevision(text) && owner.of('revision') > owner.of('sheet_number')) return [];
      const features = featuresOf(text, line, likeness, block, context);
      // `SHEET 1 OF 3` beside `DWG NO`, whose cell may be empty.
      if (features.counted && isNumbered) return [];
      const isBacked = (features.labelled ?? 0) > 0.4 || (features.relative ?? 0) > 0.8;
      return [candidate('sheet_number', line, text, features, isBacked)];
    }),
    isNumbered,
  );
};
