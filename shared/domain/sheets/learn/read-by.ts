import { type Extent, union } from '../extent.ts';
import { normalise } from '../labels.ts';
import { lettersAndDigits } from '../letters-and-digits.ts';
import type { Line } from '../lines.ts';
import { findDate } from '../patterns.ts';
import type { Segments } from '../segments.ts';
import { type BlockTemplate, type FieldPlace, hasShape, LEARNT_FIELDS, type LearntField } from './template.ts';
import {
  maximumFieldLines,
  minimumMarkShare,
  minimumMarks,
  minimumUnsureMarkShare,
  minimumUnsureMarks,
  positionToleranceShare,
  proportionToleranceRatio,
  recognisedSizeToleranceRatio,
  severalExamplesConfidenceRatio,
  singleExampleConfidenceRatio,
  sizeToleranceRatio,
} from './thresholds.ts';

const shifted = (a: Extent, b: Extent): number =>
  Math.min(
    Math.hypot(a.u0 - b.u0, a.v1 - b.v1),
    Math.hypot(a.u1 - b.u1, a.v1 - b.v1),
    Math.hypot((a.u0 + a.u1 - b.u0 - b.u1) / 2, a.v1 - b.v1),
  );

type Mark = BlockTemplate['marks'][number];

const isPrinted = (mark: Mark, lines: readonly { text: string; place: Extent }[]): boolean =>
  lines.some((line) => line.text === mark.text && shifted(line.place, mark.place) < positionToleranceShare);

/** Returns sets of texts that each identify a block, with the share of them that a sheet must print. */
const marksOf = (examples: readonly BlockTemplate[]): { marks: Mark[]; least: number }[] => {
  const shared = examples.flatMap(({ marks }, i) =>
    marks.filter(
      (mark) =>
        examples.some((other, j) => j > i && isPrinted(mark, other.marks)) &&
        !examples.some((other, j) => j < i && isPrinted(mark, other.marks)),
    ),
  );
  const telling = examples.map(({ marks }) => marks.filter((mark) => mark.telling));
  return [
    ...[shared, ...telling].map((marks) => ({ marks, least: minimumMarkShare, fewest: minimumMarks })),
    ...examples.map(({ marks }) => ({ marks, least: minimumUnsureMarkShare, fewest: minimumUnsureMarks })),
  ].filter(({ marks, fewest }) => marks.length >= fewest);
};

type Sides = Pick<Segments, 'width' | 'height'>;

/** Returns the block on a sheet of another size, at its original size in the lower right corner. */
const inCorner = (block: BlockTemplate, sheet: Sides): BlockTemplate => {
  const [wide, high] = [block.width / sheet.width, block.height / sheet.height];
  const moved = ({ u0, u1, v0, v1 }: Extent): Extent => ({
    u0: 1 - (1 - u0) * wide,
    u1: 1 - (1 - u1) * wide,
    v0: 1 - (1 - v0) * high,
    v1: 1 - (1 - v1) * high,
  });
  const fields = Object.entries(block.fields).map(([field, place]) => {
    const label = place.label && { ...place.label, place: moved(place.label.place) };
    return [field, { ...place, place: moved(place.place), label }];
  });
  return {
    ...block,
    fields: Object.fromEntries(fields),
    marks: block.marks.map((mark) => ({ ...mark, place: moved(mark.place) })),
  };
};

/** Returns the block scaled to a sheet of the same format but another size. */
const scaled = (block: BlockTemplate, sheet: Sides): BlockTemplate => {
  const factor = sheet.width / block.width;
  const fields = Object.entries(block.fields).map(([field, place]) => [field, { ...place, size: place.size * factor }]);
  return { ...block, fields: Object.fromEntries(fields) };
};

/**
 * Returns the possible positions of the examples on a sheet: scaled with it if the formats agree, and at the same
 * distances from its lower right corner.
 */
const possiblePositions = (examples: readonly BlockTemplate[], sheet: Sides): BlockTemplate[][] => {
  const sameForm = ({ width, height }: BlockTemplate): boolean =>
    Math.abs(sheet.width / sheet.height / (width / height) - 1) < proportionToleranceRatio;
  const byShare = examples.filter(sameForm).map((block) => scaled(block, sheet));
  return [byShare, examples.map((block) => inCorner(block, sheet))].filter((each) => each.length > 0);
};

/**
 * Returns the similarity of a page's block to the examples, 0..1: the share of their marks at their positions, or 0
 * below the minimum.
 */
const likeness = (examples: readonly BlockTemplate[], sheet: Segments): number => {
  const printed = [...sheet.labels, ...sheet.values].map(({ text, place }) => ({ text: normalise(text), place }));
  return Math.max(
    ...marksOf(examples).map(({ marks, least }) => {
      const share = marks.filter((mark) => isPrinted(mark, printed)).length / marks.length;
      return share < least ? 0 : share;
    }),
    0,
  );
};

/** Returns the examples at their most likely positions on a sheet, with the similarity. */
const fitted = (examples: readonly BlockTemplate[], sheet: Segments): { blocks: BlockTemplate[]; like: number } => {
  const [best] = possiblePositions(examples, sheet)
    .map((blocks) => ({ blocks, like: likeness(blocks, sheet) }))
    .sort((a, b) => b.like - a.like);
  return best ?? { blocks: [], like: 0 };
};

/** Returns the similarity of a page's block to the examples, 0..1; 0 for a different block. */
export const likenessTo = (examples: readonly BlockTemplate[], sheet: Segments): number => fitted(examples, sheet).like;

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
/** Returns the signs that separate a value from the surrounding text: `Roof Framing - (` and `)`. */
const signBefore = (text: string): string => /[^\p{L}\p{N}\s]\s*$/u.exec(text)?.[0] ?? '';
const signAfter = (text: string): string => /^\s*[^\p{L}\p{N}\s]/u.exec(text)?.[0] ?? '';

/** Extracts the value from a line with further text, as in the example's line; null if its structure differs. */
const withoutRest = (text: string, { before, after }: FieldPlace): string | null => {
  if (text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length) {
    return text.slice(before.length, text.length - after.length).trim();
  }
  const [opening, closing] = [signBefore(before), signAfter(after)];
  if (opening === '' && closing === '') return null;
  const start = opening === '' ? '^' : escaped(opening);
  const end = closing === '' ? '$' : escaped(closing);
  return new RegExp(`.*${start}(.+?)${end}`, 'u').exec(text)?.[1]?.trim() ?? null;
};

/** Returns the lines at the positions where examples print a field, in reading order. */
const linesAt = (places: readonly FieldPlace[], sheet: Segments): Line[] => {
  const reach = union(places.map(({ place }) => place));
  const several = places.some(({ lines }) => lines > 1);
  const size = sheet.recognised ? recognisedSizeToleranceRatio : sizeToleranceRatio;
  return sheet.values
    .filter((line) => {
      const { place } = line;
      if (!places.some((each) => each.angle === line.angle && Math.abs(line.size / each.size - 1) < size)) return false;
      if (place.v1 < reach.v0 || place.v1 > reach.v1 + positionToleranceShare || place.v0 > reach.v1) return false;
      // A title of one line is placed like the first, the middle or the last line of one with several.
      const aligned = places.some(
        (each) => shifted({ ...place, v1: each.place.v1 }, each.place) < positionToleranceShare,
      );
      return aligned || (several && place.u0 < reach.u1 && place.u1 > reach.u0);
    })
    .sort((a, b) => a.v1 - b.v1 || a.u0 - b.u0)
    .slice(0, maximumFieldLines);
};

/** Returns the line closest to an example's position. */
const nearestOf = (lines: readonly Line[], places: readonly FieldPlace[]): Line | undefined => {
  const distance = (line: Line): number =>
    Math.min(...places.map(({ place }) => shifted(line.place, place) + Math.abs(line.place.v1 - place.v1)));
  return [...lines].sort((a, b) => distance(a) - distance(b))[0];
};

/** @param taken lines that other fields have at their positions */
const valueAt = (
  field: LearntField,
  places: readonly FieldPlace[],
  sheet: Segments,
  taken: ReadonlySet<Line> = new Set(),
): string | null => {
  const [first] = places;
  const all = first ? linesAt(places, sheet) : [];
  const free = all.filter((line) => !taken.has(line));
  const lines = free.length > 0 ? free : all;
  if (lines.length === 0 || !first) return null;
  const shaped = (text: string): boolean => !first.shaped || hasShape(field, text);
  if (first.before !== '' || first.after !== '') {
    return lines.flatMap(({ text }) => withoutRest(text, first) ?? []).find(shaped) ?? null;
  }
  const joined = lines.map((line) => line.text.trim()).join(' ');
  // Only a title may have more lines than its example.
  if (field === 'title') return joined;
  if (places.some((place) => place.lines > 1) && shaped(joined)) return joined;
  const text = nearestOf(
    lines.filter((line) => shaped(line.text)),
    places,
  )?.text.trim();
  if (text === undefined) return null;
  return field === 'date' && first.shaped ? (findDate(text) ?? text) : text;
};

/** What a template says about a field. */
export interface LearntValue {
  /** The text at the field's position; null if it is empty, or unknown. */
  value: string | null;
  confidence: number;
  /** Whether the reader's own result has been wrong on such a sheet. */
  against: boolean;
  /** Texts that stand where the reader had found a value on a corrected sheet that prints none. */
  none: string[];
}

/** Fields read with a template. */
export type Learnt = Partial<Record<LearntField, LearntValue>>;

/**
 * Reads fields at the positions known from corrected sheets of the same block, with a confidence 0..1. Returns
 * nothing for a page with a different block.
 */
export const readBy = (examples: readonly BlockTemplate[], sheet: Segments): Learnt => {
  const { blocks, like } = fitted(examples, sheet);
  if (like === 0) return {};
  const learnt: Learnt = {};
  // A title may have lines of any number, but not those of the fields beside it.
  const taken = new Set(
    LEARNT_FIELDS.filter((field) => field !== 'title').flatMap((field) => {
      const places = blocks.flatMap(({ fields }) => fields[field] ?? []);
      return nearestOf(linesAt(places, sheet), places) ?? [];
    }),
  );
  for (const field of LEARNT_FIELDS) {
    const all = blocks.flatMap(({ fields }) => fields[field] ?? []);
    if (all.length === 0) continue;
    const places = all.filter(({ mistaken }) => mistaken === undefined);
    const none = all.filter(({ mistaken }) => mistaken !== undefined);
    // A single sheet without a number does not mean that no sheet with this block has one; a second one does.
    const isNone = (text: string, { mistaken }: FieldPlace): boolean =>
      lettersAndDigits(text) === mistaken || (none.length > 1 && places.length === 0);
    const sure = places.length > 1 ? severalExamplesConfidenceRatio : singleExampleConfidenceRatio;
    learnt[field] = {
      value: valueAt(field, places, sheet, field === 'title' ? taken : undefined),
      confidence: Math.round(100 * sure * like) / 100,
      against: places.some((place) => place.against),
      none: none.flatMap((place) => {
        const text = valueAt(field, [place], sheet);
        return text !== null && isNone(text, place) ? [text] : [];
      }),
    };
  }
  return learnt;
};
