import { normalise } from '../labels.ts';
import { type Extent, type Line, union } from '../lines.ts';
import { findDate } from '../patterns.ts';
import type { Segments } from '../segments.ts';
import { type BlockTemplate, type FieldPlace, hasShape, LEARNT_FIELDS, type LearntField } from './template.ts';

/** Difference of proportions within which a sheet is of the same form. */
const SAME_PROPORTION = 0.03;
/** How far apart texts of two sheets stand at one place, fractions of the sheet. */
const SAME_PLACE = 0.02;
/** Difference of font sizes of one field, and where they are heights of ink. */
const SAME_SIZE = 0.3;
const SAME_INK = 0.7;
/** Share of a block's marks that a sheet prints at their places to be of that block. */
const SAME_MARKS = 0.6;
/** The same where no mark is sure to be printed on every sheet. */
const SAME_MARKS_UNSURE = 0.4;
const FEWEST_MARKS = 2;
const FEWEST_UNSURE = 4;
const MOST_LINES = 4;
/** Confidence of a field at a place that one correction has shown, and at one that several have. */
const SHOWN_ONCE = 0.9;
const SHOWN_OFTEN = 0.95;

const shifted = (a: Extent, b: Extent): number =>
  Math.min(
    Math.hypot(a.u0 - b.u0, a.v1 - b.v1),
    Math.hypot(a.u1 - b.u1, a.v1 - b.v1),
    Math.hypot((a.u0 + a.u1 - b.u0 - b.u1) / 2, a.v1 - b.v1),
  );

type Mark = BlockTemplate['marks'][number];

const isPrinted = (mark: Mark, lines: readonly { text: string; place: Extent }[]): boolean =>
  lines.some((line) => line.text === mark.text && shifted(line.place, mark.place) < SAME_PLACE);

/** Texts by any of which a block is known again, with the share of them that a sheet must print. */
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
    ...[shared, ...telling].map((marks) => ({ marks, least: SAME_MARKS, fewest: FEWEST_MARKS })),
    ...examples.map(({ marks }) => ({ marks, least: SAME_MARKS_UNSURE, fewest: FEWEST_UNSURE })),
  ].filter(({ marks, fewest }) => marks.length >= fewest);
};

type Sides = Pick<Segments, 'width' | 'height'>;

/** The block as it would stand on a sheet of other sides, as large as it is, in the lower right corner. */
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

/** The block on a sheet of the same form but another size, whose letters have grown with it. */
const scaled = (block: BlockTemplate, sheet: Sides): BlockTemplate => {
  const factor = sheet.width / block.width;
  const fields = Object.entries(block.fields).map(([field, place]) => [field, { ...place, size: place.size * factor }]);
  return { ...block, fields: Object.fromEntries(fields) };
};

/**
 * How the examples may stand on a sheet: at the same shares of its sides where the forms agree, and with the same
 * distances from its lower right corner.
 */
const standings = (examples: readonly BlockTemplate[], sheet: Sides): BlockTemplate[][] => {
  const sameForm = ({ width, height }: BlockTemplate): boolean =>
    Math.abs(sheet.width / sheet.height / (width / height) - 1) < SAME_PROPORTION;
  const byShare = examples.filter(sameForm).map((block) => scaled(block, sheet));
  return [byShare, examples.map((block) => inCorner(block, sheet))].filter((each) => each.length > 0);
};

/** How much a page's block is that of the examples, 0..1: the share of their marks at their places; 0 below what counts. */
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

/** The examples as they stand likeliest on a sheet. */
const fitted = (examples: readonly BlockTemplate[], sheet: Segments): { blocks: BlockTemplate[]; like: number } => {
  const [best] = standings(examples, sheet)
    .map((blocks) => ({ blocks, like: likeness(blocks, sheet) }))
    .sort((a, b) => b.like - a.like);
  return best ?? { blocks: [], like: 0 };
};

/** How much a page's block is that of the examples, 0..1; 0 where it is another one. */
export const likenessTo = (examples: readonly BlockTemplate[], sheet: Segments): number => fitted(examples, sheet).like;

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
/** The signs that part a value from the text round it: `Roof Framing - (` and `)`. */
const signBefore = (text: string): string => /[^\p{L}\p{N}\s]\s*$/u.exec(text)?.[0] ?? '';
const signAfter = (text: string): string => /^\s*[^\p{L}\p{N}\s]/u.exec(text)?.[0] ?? '';

/** The value within a line that says more, as the example's line did; null where it is built otherwise. */
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

/** The lines at the places where examples print a field, in the order of reading. */
const linesAt = (places: readonly FieldPlace[], sheet: Segments): Line[] => {
  const reach = union(places.map(({ place }) => place));
  const several = places.some(({ lines }) => lines > 1);
  const size = sheet.recognised ? SAME_INK : SAME_SIZE;
  return sheet.values
    .filter((line) => {
      const { place } = line;
      if (!places.some((each) => each.angle === line.angle && Math.abs(line.size / each.size - 1) < size)) return false;
      if (place.v1 < reach.v0 || place.v1 > reach.v1 + SAME_PLACE || place.v0 > reach.v1) return false;
      // A title of one line stands where one of two began, in the middle, or where it ended.
      const aligned = places.some((each) => shifted({ ...place, v1: each.place.v1 }, each.place) < SAME_PLACE);
      return aligned || (several && place.u0 < reach.u1 && place.u1 > reach.u0);
    })
    .sort((a, b) => a.v1 - b.v1 || a.u0 - b.u0)
    .slice(0, MOST_LINES);
};

/** The line that stands nearest to where an example has its own. */
const nearestOf = (lines: readonly Line[], places: readonly FieldPlace[]): Line | undefined => {
  const distance = (line: Line): number =>
    Math.min(...places.map(({ place }) => shifted(line.place, place) + Math.abs(line.place.v1 - place.v1)));
  return [...lines].sort((a, b) => distance(a) - distance(b))[0];
};

const valueAt = (field: LearntField, places: readonly FieldPlace[], sheet: Segments): string | null => {
  const lines = linesAt(places, sheet);
  const [first] = places;
  if (lines.length === 0 || !first) return null;
  const shaped = (text: string): boolean => !first.shaped || hasShape(field, text);
  if (first.before !== '' || first.after !== '') {
    return lines.flatMap(({ text }) => withoutRest(text, first) ?? []).find(shaped) ?? null;
  }
  const joined = lines.map((line) => line.text.trim()).join(' ');
  // Only a title grows by a line where its example had one.
  if (field === 'title') return joined;
  if (places.some((place) => place.lines > 1) && shaped(joined)) return joined;
  const text = nearestOf(
    lines.filter((line) => shaped(line.text)),
    places,
  )?.text.trim();
  if (text === undefined) return null;
  return field === 'date' && first.shaped ? (findDate(text) ?? text) : text;
};

/**
 * What a template reads: null says that the place is empty, so that no other text of the sheet is the field; `against`,
 * that the reader's own finding has been wrong on such a sheet.
 */
export type Learnt = Partial<Record<LearntField, { value: string | null; confidence: number; against: boolean }>>;

/**
 * What a page says at the places where corrected sheets of its block say each field, with a confidence 0..1; nothing
 * where the page is of another block.
 */
export const readBy = (examples: readonly BlockTemplate[], sheet: Segments): Learnt => {
  const { blocks, like } = fitted(examples, sheet);
  if (like === 0) return {};
  const learnt: Learnt = {};
  for (const field of LEARNT_FIELDS) {
    const places = blocks.flatMap(({ fields }) => fields[field] ?? []);
    if (places.length === 0) continue;
    const sure = places.length > 1 ? SHOWN_OFTEN : SHOWN_ONCE;
    learnt[field] = {
      value: valueAt(field, places, sheet),
      confidence: Math.round(100 * sure * like) / 100,
      against: places.some((place) => place.against),
    };
  }
  return learnt;
};
