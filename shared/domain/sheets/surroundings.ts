import { median } from '../median.ts';
import type { Extent } from './extent.ts';
import { leading } from './leading.ts';
import type { Line } from './lines.ts';
import { isDate, isScale } from './patterns.ts';
import type { Features } from './score.ts';
import type { Segments } from './segments.ts';
import { hasStampWords, isAddress, isFirm } from './vocabulary.ts';

/** Returns the evidence of a line's place, lettering and neighbours, which needs no label that is known. */
export type Surroundings = (line: Line) => Features;

/** Distance in fractions of the sheet within which texts are in one title block, and within which they are neighbours. */
const BLOCK_SHARE = 0.15;
const NEIGHBOUR_SHARE = 0.06;
/** Numbers of texts from which on more of them say nothing more. */
const MANY_TEXTS = 40;
const MANY_MARKS = 4;
/** Relative difference of two sizes of one lettering. */
const SAME_SIZE = 0.03;
/** Share of the texts that are larger than the largest lettering of a sheet: logos and its outline. */
const LARGEST_SHARE = 0.005;

const distance = (a: Extent, b: Extent): number =>
  Math.hypot(Math.max(0, a.u0 - b.u1, b.u0 - a.u1), Math.max(0, a.v0 - b.v1, b.v0 - a.v1));

const clamp = (value: number): number => Math.max(-1, Math.min(1, value));

/** Whether a text ends like a label of any language. */
const endsLikeLabel = (text: string): boolean => text.endsWith(':') && text.length < 40 && /\p{L}{2}/u.test(text);

/** Whether a smaller text is directly above a line at its left side. */
const isHeadOf = (head: Line, line: Line): boolean => {
  const gap = line.v0 - head.v1;
  return (
    head.size < 0.85 * line.size &&
    gap > -0.3 * head.size &&
    gap < 1.5 * line.size &&
    Math.abs(head.u0 - line.u0) < 1.5 * line.size &&
    head !== line &&
    head.angle === line.angle &&
    head.text.length <= 40 &&
    /\p{L}{2}/u.test(head.text)
  );
};

/** Whether a text with a colon is directly before a line. */
const isBefore = (head: Line, line: Line): boolean =>
  Math.abs(head.v1 - line.v1) < 0.5 * Math.max(head.size, line.size) &&
  head.u1 < line.u0 + head.size &&
  line.u0 - head.u1 < 12 * head.size &&
  head !== line &&
  head.angle === line.angle &&
  endsLikeLabel(head.text);

/** Prepares the surroundings of the lines of a page. */
export const surroundingsOf = ({ labels, values, angle }: Segments): Surroundings => {
  const all = [...labels, ...values].sort((a: Line, b: Line) => a.place.v0 - b.place.v0);
  const worded = all.filter(({ text }) => /\p{L}{2}/u.test(text));
  const sizes = worded.map(({ size }) => size).sort((a, b) => b - a);
  const largest = sizes[Math.floor(LARGEST_SHARE * sizes.length)] ?? 1;
  const common = median(sizes, 1);
  const ofLabels = labels.length > 0 ? median(labels.map(({ size }) => size)) : null;
  const parties = values.filter(({ text }) => isAddress(text) || isFirm(text));
  const typed = values.filter(({ text }) => isDate(text) || isScale(text));
  const introduced = all.filter(({ text }) => endsLikeLabel(text));
  const stamps = values.filter(({ text }) => hasStampWords(text));
  const count = (lines: readonly Line[], line: Line, most: number): number =>
    Math.min(most, lines.filter((other) => other !== line && distance(other.place, line.place) < BLOCK_SHARE).length) /
    most;
  /** Returns the number of texts in lettering of a size, from the ordered sizes. */
  const ofSize = (size: number): number =>
    leading(sizes, (each) => each > size * (1 - SAME_SIZE)) - leading(sizes, (each) => each > size * (1 + SAME_SIZE));
  const known = new Map<Line, Features>();
  const find = (line: Line): Features => {
    const { place, size } = line;
    const [top, bottom] = [place.v0 - NEIGHBOUR_SHARE, place.v1 + NEIGHBOUR_SHARE];
    const near = all
      .slice(
        0,
        leading(all, (other) => other.place.v0 < bottom),
      )
      .filter((other) => other.place.v1 > top && distance(other.place, place) < NEIGHBOUR_SHARE);
    return {
      ...{ across: (place.u0 + place.u1) / 2, down: (place.v0 + place.v1) / 2 },
      size_of_sheet: Math.min(1, size / largest),
      size_of_common: clamp(Math.log2(size / common) / 2),
      size_of_labels: ofLabels === null ? 0 : clamp(Math.log2(size / ofLabels) / 2),
      rare_size: 1 / Math.max(1, ofSize(size)),
      crowded: Math.min(1, near.length / MANY_TEXTS),
      parties_near: count(parties, line, MANY_MARKS),
      typed_near: count(typed, line, MANY_MARKS),
      colons_near: count(introduced, line, MANY_MARKS),
      stamps_near: count(stamps, line, MANY_MARKS),
      labels_near: count(labels, line, 2 * MANY_MARKS),
      head_above: near.some((head) => isHeadOf(head, line)) ? 1 : 0,
      heads: near.some((other) => isHeadOf(line, other)) ? 1 : 0,
      colon_before: near.some((head) => isBefore(head, line)) ? 1 : 0,
      upright: line.angle === 0 && angle === 0 ? 1 : 0,
    };
  };
  return (line) => {
    const found = known.get(line) ?? find(line);
    known.set(line, found);
    return found;
  };
};
