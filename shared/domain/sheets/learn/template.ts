import * as z from 'zod';
import { normalise } from '../labels.ts';
import { type Extent, type Line, union } from '../lines.ts';
import { canBeNumbered, findDate, isScale, isShortDate, sheetNumberLikeness } from '../patterns.ts';
import { regionOf } from '../region.ts';
import type { Segments } from '../segments.ts';
import { isContact, isFirm } from '../vocabulary.ts';

export const LEARNT_FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;
export type LearntField = (typeof LEARNT_FIELDS)[number];

/** Fractions of the sheet as it is read. */
const Place = z.object({ u0: z.number(), u1: z.number(), v0: z.number(), v1: z.number() });

/** Where a block prints a field. */
const FieldPlace = z.object({
  place: Place,
  /** Lines of the value. */
  lines: z.int(),
  /** Font size, points. */
  size: z.number(),
  /** Reading direction, as `Word.angle`. */
  angle: z.number(),
  /** Whether the value had the shape that its field usually has: a date, a scale, a sheet number. */
  shaped: z.boolean(),
  /** The reader had found something else. */
  against: z.boolean(),
  /** What the line says before and after the value, where it says more than that. */
  before: z.string(),
  after: z.string(),
  /** The label that stands nearest, as `normalise` leaves it, and where; null where none is near. */
  label: z.object({ text: z.string(), place: Place }).nullable(),
});
export type FieldPlace = z.infer<typeof FieldPlace>;

/** A text that a block prints beside its fields, as `normalise` leaves it: a label, the firm's name, its address. */
const Mark = z.object({ text: z.string(), place: Place, telling: z.boolean() });

/** A title block as one corrected sheet has shown it. */
export const BlockTemplate = z.object({
  /** Points, as the sheet is read. */
  width: z.number(),
  height: z.number(),
  fields: z.partialRecord(z.enum(LEARNT_FIELDS), FieldPlace),
  marks: z.array(Mark),
});
export type BlockTemplate = z.infer<typeof BlockTemplate>;

/** Values of a sheet that a reader has confirmed or corrected; null where the block prints none. */
export type Corrected = Partial<Record<LearntField, string | null>>;

/** Farthest that the label of a value stands from it, fractions of the sheet. */
const LABEL_NEAR = 0.06;
const MOST_LINES = 4;
/** Texts beside the fields by which the block is known again. */
const MOST_MARKS = 24;
const LONGEST_MARK = 60;

/** Letters and digits of a text alone, in lower case. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const gap = (a: Extent, b: Extent): number =>
  Math.hypot(Math.max(0, a.u0 - b.u1, b.u0 - a.u1), Math.max(0, a.v0 - b.v1, b.v0 - a.v1));

const rounded = ({ u0, u1, v0, v1 }: Extent): Extent => {
  const [a, b, c, d] = [u0, u1, v0, v1].map((value) => Math.round(value * 10_000) / 10_000);
  return { u0: a as number, u1: b as number, v0: c as number, v1: d as number };
};

/** Whether a text looks like what the field usually says; a title and a revision may be any text. */
export const hasShape = (field: LearntField, text: string): boolean => {
  if (field === 'date') return findDate(text) !== null || isShortDate(text);
  if (field === 'scale') return isScale(text);
  return field !== 'sheet_number' || sheetNumberLikeness(text) > 0 || canBeNumbered(text);
};

interface Printed {
  lines: Line[];
  before: string;
  after: string;
}

/** The line that holds a value among other text. */
const heldBy = (value: string, values: readonly Line[]): Printed | null => {
  for (const line of values) {
    const at = line.text.toLowerCase().indexOf(value.toLowerCase());
    if (at < 0) continue;
    const [before, after] = [line.text.slice(0, at), line.text.slice(at + value.length)];
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return { lines: [line], before, after };
  }
  return null;
};

/**
 * The lines, one under the other, that together say the value, else the line that holds it; where several do, those
 * where title blocks stand.
 */
const printedAs = (value: string, segments: Segments): Printed | null => {
  const wanted = plain(value);
  if (wanted === '') return null;
  const values = [...segments.values].sort((a, b) => regionOf(b.place) - regionOf(a.place) || b.size - a.size);
  for (const first of values) {
    const group = [first];
    for (let text = plain(first.text); wanted.startsWith(text) && text !== ''; ) {
      if (text === wanted) return { lines: group, before: '', after: '' };
      const last = group.at(-1) as Line;
      const next = values.find(
        (line) =>
          line.angle === last.angle &&
          line.v1 > last.v1 &&
          line.v1 - last.v1 < 3 * last.size &&
          gap(line.place, last.place) < LABEL_NEAR &&
          wanted.startsWith(text + plain(line.text)) &&
          plain(line.text) !== '',
      );
      if (!next || group.length === MOST_LINES) break;
      group.push(next);
      text += plain(next.text);
    }
  }
  return heldBy(value.trim(), values);
};

/** Texts round the fields that the next sheet of the block prints as well: labels surely, a firm's name mostly. */
const marksOf = ({ labels, values }: Segments, fields: BlockTemplate['fields'], taken: ReadonlySet<Line>) => {
  const places = Object.values(fields).map(({ place }) => place);
  const distance = (line: Line): number => Math.min(...places.map((place) => gap(place, line.place)));
  return [
    ...labels.map((line) => ({ line, telling: true })),
    ...values.map((line) => ({ line, telling: isFirm(line.text) || isContact(line.text) })),
  ]
    .filter(({ line }) => !taken.has(line) && line.text.length <= LONGEST_MARK && /\p{L}{2}/u.test(line.text))
    .filter(({ line }) => normalise(line.text) !== '' && distance(line) < 0.25)
    .sort((a, b) => Number(b.telling) - Number(a.telling) || distance(a.line) - distance(b.line))
    .slice(0, MOST_MARKS)
    .map(({ line, telling }) => ({ text: normalise(line.text), place: rounded(line.place), telling }));
};

/**
 * The block of a sheet whose fields are known: place and label of each value that the sheet prints.
 * A value that is not printed as it was given teaches nothing.
 * @param found what the reader had said of the sheet
 */
export const templateOf = (segments: Segments, corrected: Corrected, found: Corrected = {}): BlockTemplate => {
  const fields: BlockTemplate['fields'] = {};
  const taken = new Set<Line>();
  for (const field of LEARNT_FIELDS) {
    const value = corrected[field];
    const printed = value ? printedAs(value, segments) : null;
    const [first] = printed?.lines ?? [];
    if (!printed || !first) continue;
    for (const line of printed.lines) taken.add(line);
    const place = union(printed.lines.map((line) => line.place));
    const [label] = segments.labels
      .filter((each) => each.angle === first.angle && gap(each.place, place) < LABEL_NEAR)
      .sort((a, b) => gap(a.place, place) - gap(b.place, place));
    fields[field] = {
      place: rounded(place),
      lines: printed.lines.length,
      size: first.size,
      angle: first.angle,
      shaped: hasShape(field, value ?? ''),
      against: found[field] !== undefined && found[field] !== null && plain(found[field]) !== plain(value ?? ''),
      before: printed.before,
      after: printed.after,
      label: label ? { text: normalise(label.text), place: rounded(label.place) } : null,
    };
  }
  const marks = Object.keys(fields).length > 0 ? marksOf(segments, fields, taken) : [];
  return { width: segments.width, height: segments.height, fields, marks };
};
