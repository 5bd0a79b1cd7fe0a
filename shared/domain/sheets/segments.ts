import type { PageText } from '../page-text.ts';
import { type Extent, union } from './extent.ts';
import type { LabelKind } from './label-words.ts';
import { endsWithNumero, isCertain, LONGEST_LABEL, labelKind, precedesCount, startsLabel } from './labels.ts';
import { cutLine, type Line, linesOf, type SheetLines } from './lines.ts';
import { misreadLabel, repairLetters } from './misread.ts';
import { isDate, isRevision, isScale, isShortDate, isShortScale, sheetNumberLikeness } from './patterns.ts';
import { MOST_LABELS, mostLikely } from './region.ts';

export interface Label extends Line {
  kind: LabelKind;
  /** Whether it names its field unambiguously, unlike a bare `SHEET` or `ISSUE`. */
  certain: boolean;
  /** Whether its ruled cell contains no value, which is in a neighbouring cell. */
  alone: boolean;
  /**
   * Its extent in points in the sheet's frame if it is printed along the side of its cell, and the angle of that frame;
   * null for a label in the sheet's reading direction.
   */
  turned: (Extent & { angle: number }) | null;
}

/** The labels of a page, and the texts that may be their values. */
export interface Segments extends Omit<SheetLines, 'lines'> {
  labels: Label[];
  values: Line[];
}

/** `NOT TO SCALE: ...` and `GRAPHIC SCALE: ...` are labels of no field. */
const UNLABELS = /^(?:TO|NOT|GRAPHIC|BAR|DO|SEE|PER|THE|AND|OF|ON|THIS)$/i;

/** Whether the rest of a line can be the value of a label without a colon at its start. */
const continues = (kind: LabelKind, label: string, rest: string): boolean => {
  if (kind === 'sheet_number')
    return (
      sheetNumberLikeness(rest) >= (isCertain(label) || precedesCount(label) ? 0.3 : 0.7) || /^\d+ OF \d+$/i.test(rest)
    );
  if (kind === 'date') return isDate(rest) || isShortDate(rest);
  if (kind === 'scale') return isScale(rest) || isShortScale(rest);
  if (kind === 'revision') return isRevision(rest) && !/^VER/i.test(label);
  return kind === 'other' && isCertain(label) && /^\S*\d\S*$/.test(rest);
};

const textOf = (line: Line, from: number, to: number): string =>
  line.words
    .slice(from, to)
    .map((word) => word.text)
    .join(' ');

/** Returns the word positions that separate labels from values in a line. */
const cutsOf = (line: Line): number[] => {
  if (labelKind(line.text)) return [];
  const cuts: number[] = [];
  const count = line.words.length;
  // `2 1 Peso`: a value directly before the next cell's label.
  if (count === 2 && isScale(textOf(line, 0, 1)) && labelKind(textOf(line, 1, 2))) return [1];
  for (let from = 0; from < count; from++) {
    for (let length = Math.min(LONGEST_LABEL, count - from); length > 0; length--) {
      const to = from + length;
      const hasColon = line.words[to - 1]!.text.endsWith(':');
      if (!hasColon && (from > 0 || to === count)) continue;
      const label = textOf(line, from, to);
      const kind = labelKind(label);
      if (!kind || (from > 0 && UNLABELS.test(line.words[from - 1]?.text ?? ''))) continue;
      if (!hasColon && !continues(kind, label, textOf(line, to, count))) continue;
      cuts.push(from, to);
      from = to - 1;
      break;
    }
  }
  return [...new Set(cuts)];
};

/** Splits a header row with narrow gaps, which is one line of labels only. */
const headerCuts = (line: Line): number[] => {
  if (line.words.length > 8 || line.words.length < 2 || labelKind(line.text)) return [];
  const cuts: number[] = [];
  for (let from = 0; from < line.words.length; ) {
    let to = Math.min(line.words.length, from + LONGEST_LABEL);
    const known = () => {
      const text = textOf(line, from, to);
      return labelKind(text) !== null || /^(?:DESCRIPTIONS?|REMARKS?|COMMENTS?|#|MARK|SYM)$/i.test(text);
    };
    while (to > from && !known()) to--;
    if (to === from) return [];
    cuts.push(from);
    from = to;
  }
  // `Title Sheet` is a title made of two labels.
  return /\b(?:DATE|DESCRIPTION|DATUM|FECHA)\b|МАСШТАБ|ДАТА|ЛИСТОВ|№ ?ДОК/iu.test(line.text) ? cuts : [];
};

/** Joins labels printed on two lines: `SHEET` above `NUMBER`. */
const stacked = (labels: Label[]): Label[] => {
  const taken = new Set<Label>();
  const result: Label[] = [];
  for (const upper of labels) {
    if (taken.has(upper)) continue;
    const lower = labels.find((other) => {
      const pitch = other.v1 - upper.v1;
      return (
        !taken.has(other) &&
        other.angle === upper.angle &&
        Math.abs(other.size / upper.size - 1) < 0.15 &&
        pitch > 0.6 * upper.size &&
        pitch < 1.6 * upper.size &&
        Math.min(Math.abs(other.u0 - upper.u0), Math.abs(other.u0 + other.u1 - upper.u0 - upper.u1) / 2) < upper.size
      );
    });
    const text = lower && `${upper.text} ${lower.text}`;
    const kind = text && !upper.text.endsWith(':') ? labelKind(text) : null;
    if (!lower || !text || !kind) continue;
    taken.add(upper).add(lower);
    result.push({
      ...upper,
      ...union([upper, lower]),
      place: union([upper.place, lower.place]),
      text,
      words: [...upper.words, ...lower.words],
      kind,
      certain: true,
    });
  }
  return [...result, ...labels.filter((label) => !taken.has(label))];
};

/** Maximum distance of the two characters of a label spread over its cell, in font sizes. */
const MAXIMUM_SPREAD_SIZES = 8;

/** Joins the characters of labels spread over their cells: `日　　期`. */
const gathered = (lines: Line[]): Line[] => {
  const single = lines.filter(({ text }) => /^\p{Script=Han}$/u.test(text)).sort((a, b) => a.u0 - b.u0);
  const taken = new Map<Line, Line>();
  for (const first of single) {
    if (taken.has(first)) continue;
    const second = single.find(
      (each) =>
        each.u0 > first.u1 &&
        each.u0 - first.u1 < MAXIMUM_SPREAD_SIZES * first.size &&
        each.angle === first.angle &&
        Math.abs(each.v1 - first.v1) < 0.3 * first.size,
    );
    if (!second || taken.has(second) || !labelKind(first.text + second.text)) continue;
    const place = union([first.place, second.place]);
    const words = [...first.words, ...second.words];
    const whole = { ...first, ...union([first, second]), place, words, text: first.text + second.text };
    taken.set(first, whole).set(second, whole);
  }
  return [...new Set(lines.map((line) => taken.get(line) ?? line))];
};

/** Joins labels that their cell breaks, like `Drawing` above `ref.`, or `Méret-` above `arány:`. */
const broken = (lines: Line[]): Line[] => {
  const parts = new Map<Line, Line | null>();
  for (const upper of lines) {
    if (parts.has(upper) || upper.words.length > 2 || !startsLabel(upper.text) || labelKind(upper.text)) continue;
    for (const lower of lines) {
      const pitch = lower.v1 - upper.v1;
      if (pitch < 0.6 * upper.size || pitch > 1.6 * upper.size || lower.angle !== upper.angle) continue;
      if (lower.words.length > 2 || lower.cell !== upper.cell || parts.has(lower)) continue;
      const apart = Math.min(Math.abs(lower.u0 - upper.u0), Math.abs(lower.u0 + lower.u1 - upper.u0 - upper.u1) / 2);
      if (Math.abs(lower.size / upper.size - 1) > 0.15 || apart > upper.size) continue;
      const text = /[-‐]$/.test(upper.text) ? upper.text.slice(0, -1) + lower.text : `${upper.text} ${lower.text}`;
      if (!labelKind(text)) continue;
      const place = union([upper.place, lower.place]);
      const words = [...upper.words, ...lower.words];
      parts.set(upper, { ...upper, ...union([upper, lower]), place, words, text }).set(lower, null);
      break;
    }
  }
  return lines.flatMap((line) => (parts.has(line) ? (parts.get(line) ?? []) : line));
};

const turnedOf = ({ place }: Line, { angle, width, height }: Omit<SheetLines, 'lines'>): Label['turned'] => ({
  ...{ u0: place.u0 * width, u1: place.u1 * width },
  ...{ v0: place.v0 * height, v1: place.v1 * height },
  angle,
});

/** Maximum relative difference of the sizes of two lines of one text, and their distance in font sizes. */
const SAME_SIZE = 0.06;
const MAXIMUM_PITCH_SIZES = 1.7;
/** Maximum distance of the last line of a title from its label, in font sizes. */
const MAXIMUM_TITLE_SIZES = 8;

/** Whether a label is the last line of the text above it, in the same lettering: `FIRST FLOOR PLAN` above `DRAWING`. */
const endsText = (label: Line, values: readonly Line[]): boolean =>
  !label.text.trim().endsWith(':') &&
  values.some(
    (above) =>
      above.angle === label.angle &&
      above.cell === label.cell &&
      Math.abs(above.size / label.size - 1) < SAME_SIZE &&
      label.v1 - above.v1 > 0.5 * label.size &&
      label.v1 - above.v1 < MAXIMUM_PITCH_SIZES * label.size &&
      Math.min(Math.abs(above.u0 - label.u0), Math.abs(above.u0 + above.u1 - label.u0 - label.u1) / 2) < label.size &&
      /\p{L}{3}/u.test(above.text),
  );

/** Moves labels that are words of the title below its own label to the values: `drawing` below `first floor plan`. */
const withoutTitles = (labels: readonly Label[], values: Line[]): Label[] => {
  const titles = labels.filter(({ kind }) => kind === 'title');
  return labels.filter((label) => {
    const isText =
      label.kind === 'title' &&
      titles.some(
        (other) =>
          other.angle === label.angle &&
          other.v1 < label.v0 &&
          label.v0 - other.v1 < MAXIMUM_TITLE_SIZES * label.size &&
          other.u1 > label.u0 - label.size,
      ) &&
      endsText(label, values);
    if (isText) values.push(label);
    return !isText;
  });
};

/** Returns the kind of a label; that of a number that no list has may be any. */
const kindOfLabel = (text: string, isRecognised: boolean): LabelKind | null =>
  (isRecognised ? misreadLabel(text) : labelKind(text)) ?? (endsWithNumero(text) ? 'other' : null);

/** Returns the position after a colon that a form prints in a column of its own between labels and values. */
const afterColon = ({ words }: Line): number[] => (words.length > 1 && words[0]?.text === ':' ? [1] : []);

export const segmentsOf = (page: PageText, read: SheetLines = linesOf(page)): Segments => {
  const { lines: printed, ...frame } = read;
  const lines = broken(
    gathered(frame.recognised ? printed.map((line) => ({ ...line, text: repairLetters(line.text) })) : printed),
  );
  const sheet = { page, lines: { lines, ...frame } };
  const labels: Label[] = [];
  const values: Line[] = [];
  for (const line of lines) {
    const cuts = [...new Set([...afterColon(line), ...cutsOf(line), ...headerCuts(line)])].sort((a, b) => a - b);
    for (const part of cuts.length > 0 ? cutLine(line, cuts, sheet) : [line]) {
      const kind = kindOfLabel(part.text, frame.recognised);
      if (kind) labels.push({ ...part, kind, certain: isCertain(part.text), alone: false, turned: null });
      else if (part.text !== ':') values.push(part);
    }
  }
  const named = withoutTitles(labels, values);
  const filled = new Set(values.map(({ cell }) => cell));
  const placed = stacked(mostLikely(named, MOST_LABELS));
  for (const label of placed) {
    label.alone = label.cell !== null && !filled.has(label.cell);
    label.turned = label.angle === frame.angle ? null : turnedOf(label, frame);
  }
  return { ...frame, labels: placed, values };
};
