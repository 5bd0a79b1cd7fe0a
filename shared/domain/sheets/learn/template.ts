import type { PageText } from '../../page-text.ts';
import { labelKind, normalise } from '../labels.ts';
import { type Extent, type Line, linesOf, type SheetLines, union } from '../lines.ts';
import { regionOf } from '../region.ts';

const LEARNT_FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;
export type LearntField = (typeof LEARNT_FIELDS)[number];

/** Where a block prints a field. */
interface FieldPlace {
  /** Extent of the value, fractions of the sheet as it is read. */
  place: Extent;
  /** Lines of the value. */
  lines: number;
  /** Font size, points. */
  size: number;
  /** The label that stands nearest, as `normalise` leaves it, and where; null where none is near. */
  label: { text: string; place: Extent } | null;
}

/** A title block as corrections have shown it. */
export interface BlockTemplate {
  /** Sides of the sheet, longer by shorter. */
  proportion: number;
  fields: Partial<Record<LearntField, FieldPlace>>;
}

/** Values of a sheet that a reader has confirmed or corrected; null where the block prints none. */
export type Corrected = Partial<Record<LearntField, string | null>>;

/** Farthest that the label of a value stands from it, fractions of the sheet. */
const LABEL_NEAR = 0.06;
const MOST_LINES = 4;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const gap = (a: Extent, b: Extent): number =>
  Math.hypot(Math.max(0, a.u0 - b.u1, b.u0 - a.u1), Math.max(0, a.v0 - b.v1, b.v0 - a.v1));

/** The lines, one under the other, that together say the value; where several do, those where title blocks stand. */
const printedAs = (value: string, { lines }: SheetLines): Line[] | null => {
  const wanted = plain(value);
  const sorted = [...lines].sort((a, b) => regionOf(b.place) - regionOf(a.place));
  for (const first of sorted) {
    const group = [first];
    for (let text = plain(first.text); wanted.startsWith(text) && text !== ''; ) {
      if (text === wanted) return group;
      const last = group.at(-1) as Line;
      const next = lines.find(
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
  return null;
};

/**
 * The block of a sheet whose fields are known: place and label of each value that the sheet prints.
 * A value that is not printed as it was given teaches nothing.
 */
export const templateOf = (page: PageText, corrected: Corrected): BlockTemplate => {
  const sheet = linesOf(page);
  const labels = sheet.lines.filter((line) => labelKind(line.text) !== null);
  const fields: BlockTemplate['fields'] = {};
  for (const field of LEARNT_FIELDS) {
    const value = corrected[field];
    const lines = value ? printedAs(value, sheet) : null;
    const [first] = lines ?? [];
    if (!lines || !first) continue;
    const place = union(lines.map((line) => line.place));
    const [label] = labels
      .filter((each) => !lines.includes(each) && gap(each.place, place) < LABEL_NEAR)
      .sort((a, b) => gap(a.place, place) - gap(b.place, place));
    fields[field] = {
      place,
      lines: lines.length,
      size: first.size,
      label: label ? { text: normalise(label.text), place: label.place } : null,
    };
  }
  return { proportion: sheet.width / sheet.height, fields };
};

/** Difference of proportions and of font sizes within which a sheet is of the same form. */
const SAME_PROPORTION = 0.03;
const SAME_SIZE = 0.3;
/** How far a value of the next sheet may stand from the learnt place, fractions of the sheet. */
const SAME_PLACE = 0.02;
/** Share of the template's labels that a sheet must print at their places to be of that block. */
const SAME_LABELS = 0.6;

const shifted = (a: Extent, b: Extent): number =>
  Math.min(
    Math.hypot(a.u0 - b.u0, a.v1 - b.v1),
    Math.hypot(a.u1 - b.u1, a.v1 - b.v1),
    Math.hypot((a.u0 + a.u1 - b.u0 - b.u1) / 2, a.v1 - b.v1),
  );

/** How much a page's block is that of a template, 0..1: the share of its labels at their places. */
const likenessTo = (template: BlockTemplate, sheet: SheetLines): number => {
  if (Math.abs(sheet.width / sheet.height / template.proportion - 1) > SAME_PROPORTION) return 0;
  const labels = Object.values(template.fields).flatMap(({ label }) => (label ? [label] : []));
  if (labels.length === 0) return 0.5;
  const found = labels.filter(({ text, place }) =>
    sheet.lines.some((line) => normalise(line.text) === text && shifted(line.place, place) < SAME_PLACE),
  );
  return found.length / labels.length;
};

/**
 * What a page says at the places of a template, each field with its confidence 0..1; nothing where the page is of
 * another block. Null says that the place is empty, so that no other text of the sheet is the field.
 */
export const applyTemplate = (
  template: BlockTemplate,
  page: PageText,
): Partial<Record<LearntField, { value: string | null; confidence: number }>> => {
  const sheet = linesOf(page);
  const likeness = likenessTo(template, sheet);
  if (likeness < SAME_LABELS) return {};
  const values = sheet.lines.filter((line) => labelKind(line.text) === null);
  const read: Partial<Record<LearntField, { value: string | null; confidence: number }>> = {};
  for (const field of LEARNT_FIELDS) {
    const learnt = template.fields[field];
    if (!learnt) continue;
    const fits = (line: Line): boolean => Math.abs(line.size / learnt.size - 1) < SAME_SIZE;
    // A title of one line stands where one of two began, in the middle, or where it ended.
    const { place } = learnt;
    const within = values.filter(
      (line) =>
        fits(line) &&
        line.place.v1 > place.v0 - SAME_PLACE / 2 &&
        line.place.v1 < place.v1 + SAME_PLACE &&
        (shifted({ ...line.place, v1: place.v1 }, place) < SAME_PLACE ||
          (line.place.u0 < place.u1 && line.place.u1 > place.u0 && learnt.lines > 1)),
    );
    const lines = within.sort((a, b) => a.v1 - b.v1).slice(0, MOST_LINES);
    const value = lines.map((line) => line.text.trim()).join(' ');
    read[field] = { value: value === '' ? null : value, confidence: Math.round(90 * likeness) / 100 };
  }
  return read;
};
