import { around } from './boxes.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { minimumStripRatio, minimumUntitledLines } from './thresholds/views.ts';

/** The box of a line, an arc, an area or a text of a page. */
export interface Mark {
  box: Bounds;
  isLine: boolean;
}

/** A white band, and the marks on both sides of it. */
interface Band {
  white: number;
  sides: readonly [readonly Mark[], readonly Mark[]];
}

/** The parts that marks are divided into, and the width of the widest band that remains in one of them. */
interface Division {
  parts: (readonly Mark[])[];
  remaining: number;
}

/** Whether a side is long and narrow along the band, as a string of dimensions is beside its drawing. */
const isStripAlong = (side: readonly Mark[], isUpright: boolean): boolean => {
  const { left, top, right, bottom } = around(side.map(({ box }) => box));
  const [along, across] = isUpright ? [bottom - top, right - left] : [right - left, bottom - top];
  return along >= minimumStripRatio * across;
};

const sidesOf = (marks: readonly Mark[], side: keyof Bounds): Float64Array =>
  Float64Array.from(marks, ({ box }) => box[side]).sort();

/** Returns the widest of the upright or level white bands that have a drawing on each side; undefined if there is none. */
const widestOf = (marks: readonly Mark[], isUpright: boolean): Band | undefined => {
  const lines = marks.filter(({ isLine }) => isLine);
  if (lines.length < 2 * minimumUntitledLines) return undefined;
  const [from, to] = isUpright ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const [starts, ends, lineStarts] = [sidesOf(marks, from), sidesOf(marks, to), sidesOf(lines, from)];
  let [white, beyond] = [TOLERANCE, Number.NaN];
  let passed = 0;
  // Before a band as many boxes have ended as have begun, so that both sides can be sorted without the boxes.
  for (let i = 1; i < starts.length; i++) {
    if (starts[i]! - ends[i - 1]! <= white) continue;
    while (passed < lines.length && lineStarts[passed]! < starts[i]!) passed++;
    if (Math.min(passed, lines.length - passed) >= minimumUntitledLines)
      [white, beyond] = [starts[i]! - ends[i - 1]!, starts[i]!];
  }
  if (Number.isNaN(beyond)) return undefined;
  return {
    white,
    sides: [marks.filter(({ box }) => box[from] < beyond), marks.filter(({ box }) => box[from] >= beyond)],
  };
};

const divisionOf = (marks: readonly Mark[]): Division => {
  const [upright, level] = [widestOf(marks, true), widestOf(marks, false)];
  const band = (level?.white ?? 0) > (upright?.white ?? 0) ? level : upright;
  if (!band) return { parts: [marks], remaining: 0 };
  const { white, sides } = band;
  if (!sides.some((side) => isStripAlong(side, band === upright))) {
    const [one, other] = [divisionOf(sides[0]), divisionOf(sides[1])];
    const remaining = Math.max(one.remaining, other.remaining);
    if (remaining < white) return { parts: [...one.parts, ...other.parts], remaining };
  }
  return { parts: [marks], remaining: white };
};

/**
 * Divides the marks of drawings side by side, however near they are: at the widest white band that has a drawing on each
 * side, again and again, as long as it is wider than all bands that remain. The white between two drawings is wider than
 * that within either, on whichever scale the sheet is printed. A drawing whose own parts are further apart stays whole, and so
 * does one with its strings of dimensions.
 */
export const divideByBands = (marks: readonly Mark[]): (readonly Mark[])[] => divisionOf(marks).parts;
