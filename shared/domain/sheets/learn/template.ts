import * as z from 'zod';
import { type Extent, union } from '../extent.ts';
import { normalise } from '../labels.ts';
import { lettersAndDigits } from '../letters-and-digits.ts';
import type { Line } from '../lines.ts';
import {
  canBeNumbered,
  findDate,
  isRevision,
  isScale,
  isShortDate,
  namedRevision,
  sheetNumberLikeness,
} from '../patterns.ts';
import { regionOf } from '../region.ts';
import type { Segments } from '../segments.ts';
import { isContact, isFirm } from '../vocabulary.ts';
import { maximumFieldLines, maximumLabelDistanceShare } from './thresholds.ts';

export const LEARNT_FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;
export type LearntField = (typeof LEARNT_FIELDS)[number];

/** In fractions of the sheet in its reading direction. */
const Place = z.object({ u0: z.number(), u1: z.number(), v0: z.number(), v1: z.number() });

/** The position of a field in a block. */
const FieldPlace = z.object({
  place: Place,
  /** Number of lines of the value. */
  lines: z.int(),
  /** Font size in points. */
  size: z.number(),
  /** Reading direction in degrees, as `Word.angle`. */
  angle: z.number(),
  /** Whether the value has the usual form of its field: a date, a scale, a sheet number. */
  shaped: z.boolean(),
  /** Whether the reader had found another value. */
  against: z.boolean(),
  /** Set if the sheet prints no such field: the text at this position that the reader had taken for it, normalised. */
  mistaken: z.string().optional(),
  /** Text of the line before and after the value; empty if there is none. */
  before: z.string(),
  after: z.string(),
  /** The nearest label, normalised, with its position; null if none is near. */
  label: z.object({ text: z.string(), place: Place }).nullable(),
});
export type FieldPlace = z.infer<typeof FieldPlace>;

/** A text that a block prints besides its fields, normalised: a label, the firm's name, its address. */
const Mark = z.object({ text: z.string(), place: Place, telling: z.boolean() });

/** A title block as learnt from one corrected sheet. */
export const BlockTemplate = z.object({
  /** In points, in the reading direction. */
  width: z.number(),
  height: z.number(),
  fields: z.partialRecord(z.enum(LEARNT_FIELDS), FieldPlace),
  marks: z.array(Mark),
});
export type BlockTemplate = z.infer<typeof BlockTemplate>;

/** Values of a sheet that a user confirmed or corrected; null if the block prints none. */
export type Corrected = Partial<Record<LearntField, string | null>>;

/** Maximum number of texts besides the fields that identify the block. */
const MAXIMUM_MARKS = 24;
const MAXIMUM_MARK_LENGTH = 60;

const gap = (a: Extent, b: Extent): number =>
  Math.hypot(Math.max(0, a.u0 - b.u1, b.u0 - a.u1), Math.max(0, a.v0 - b.v1, b.v0 - a.v1));

const rounded = ({ u0, u1, v0, v1 }: Extent): Extent => {
  const [a, b, c, d] = [u0, u1, v0, v1].map((value) => Math.round(value * 10_000) / 10_000);
  return { u0: a as number, u1: b as number, v0: c as number, v1: d as number };
};

/** Whether a text has the usual form of a field; a title may be any text. */
export const hasShape = (field: LearntField, text: string): boolean => {
  if (field === 'revision') return isRevision(text) || namedRevision(text) !== null || /^\d{1,4}$/.test(text.trim());
  if (field === 'date') return findDate(text) !== null || isShortDate(text);
  if (field === 'scale') return isScale(text);
  return field !== 'sheet_number' || sheetNumberLikeness(text) > 0 || canBeNumbered(text);
};

interface Printed {
  lines: Line[];
  before: string;
  after: string;
}

/** Returns the line that contains a value among other text. */
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
 * Returns the consecutive lines that together form the value, else the line that contains it; prefers those in the
 * areas of title blocks.
 */
const printedAs = (value: string, segments: Segments): Printed | null => {
  const wanted = lettersAndDigits(value);
  if (wanted === '') return null;
  const values = [...segments.values].sort((a, b) => regionOf(b.place) - regionOf(a.place) || b.size - a.size);
  for (const first of values) {
    const group = [first];
    for (let text = lettersAndDigits(first.text); wanted.startsWith(text) && text !== ''; ) {
      if (text === wanted) return { lines: group, before: '', after: '' };
      const last = group.at(-1) as Line;
      const next = values.find(
        (line) =>
          line.angle === last.angle &&
          line.v1 > last.v1 &&
          line.v1 - last.v1 < 3 * last.size &&
          gap(line.place, last.place) < maximumLabelDistanceShare &&
          wanted.startsWith(text + lettersAndDigits(line.text)) &&
          lettersAndDigits(line.text) !== '',
      );
      if (!next || group.length === maximumFieldLines) break;
      group.push(next);
      text += lettersAndDigits(next.text);
    }
  }
  return heldBy(value.trim(), values);
};

/**
 * Returns texts near the fields that further sheets with this block print as well: labels certainly, a firm's name
 * usually.
 */
const marksOf = ({ labels, values }: Segments, fields: BlockTemplate['fields'], taken: ReadonlySet<Line>) => {
  const places = Object.values(fields).map(({ place }) => place);
  const distance = (line: Line): number => Math.min(...places.map((place) => gap(place, line.place)));
  return [
    ...labels.map((line) => ({ line, telling: true })),
    ...values.map((line) => ({ line, telling: isFirm(line.text) || isContact(line.text) })),
  ]
    .filter(({ line }) => !taken.has(line) && line.text.length <= MAXIMUM_MARK_LENGTH && /\p{L}{2}/u.test(line.text))
    .filter(({ line }) => normalise(line.text) !== '' && distance(line) < 0.25)
    .sort((a, b) => Number(b.telling) - Number(a.telling) || distance(a.line) - distance(b.line))
    .slice(0, MAXIMUM_MARKS)
    .map(({ line, telling }) => ({ text: normalise(line.text), place: rounded(line.place), telling }));
};

/**
 * Learns a title block from a sheet whose fields are known: position and label of each printed value. A value that is
 * not printed as given is ignored.
 * @param found the reader's own result
 */
export const templateOf = (segments: Segments, corrected: Corrected, found: Corrected = {}): BlockTemplate => {
  const fields: BlockTemplate['fields'] = {};
  const taken = new Set<Line>();
  for (const field of LEARNT_FIELDS) {
    const isNone = corrected[field] === null && typeof found[field] === 'string';
    const value = isNone ? found[field] : corrected[field];
    const printed = value ? printedAs(value, segments) : null;
    const [first] = printed?.lines ?? [];
    if (!printed || !first) continue;
    for (const line of printed.lines) taken.add(line);
    const place = union(printed.lines.map((line) => line.place));
    const [label] = segments.labels
      .filter((each) => each.angle === first.angle && gap(each.place, place) < maximumLabelDistanceShare)
      .sort((a, b) => gap(a.place, place) - gap(b.place, place));
    fields[field] = {
      place: rounded(place),
      lines: printed.lines.length,
      size: first.size,
      angle: first.angle,
      shaped: hasShape(field, value ?? ''),
      against:
        found[field] !== undefined &&
        found[field] !== null &&
        lettersAndDigits(found[field]) !== lettersAndDigits(value ?? ''),
      ...(isNone && { mistaken: lettersAndDigits(value ?? '') }),
      before: printed.before,
      after: printed.after,
      label: label ? { text: normalise(label.text), place: rounded(label.place) } : null,
    };
  }
  const marks = Object.keys(fields).length > 0 ? marksOf(segments, fields, taken) : [];
  return { width: segments.width, height: segments.height, fields, marks };
};
