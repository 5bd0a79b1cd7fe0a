import type { PixelBox } from '../pdf/page-matrix.ts';
import type { GreyImage } from './grey.ts';

/** Longest side in pixels of the image searched for lines. */
const REDUCED_SIDE_PIXELS = 1400;
/** Minimum grey level of paper. */
const PAPER_GREY = 175;
/** Maximum gap in a line, in pixels of the reduced image. */
const MAXIMUM_BREAK_PIXELS = 2;

/** The upper part of a strip contains keys, stamps and consultants. */
const STRIP_FROM = 0.55;

interface Ink {
  width: number;
  height: number;
  /** Pixels of the image per reduced pixel, along each axis. */
  factor: number;
  dark: Uint8Array;
}

interface Run {
  from: number;
  to: number;
}

/** Reduces the image, preserving the thinnest lines. */
const inkOf = ({ data, width, height }: GreyImage): Ink => {
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / REDUCED_SIDE_PIXELS));
  const [wide, high] = [Math.floor(width / factor), Math.floor(height / factor)];
  const dark = new Uint8Array(wide * high);
  for (let y = 0; y < high * factor; y++) {
    const row = Math.floor(y / factor) * wide;
    for (let x = 0; x < wide * factor; x++) {
      if ((data[y * width + x] ?? 255) < PAPER_GREY) dark[row + Math.floor(x / factor)] = 1;
    }
  }
  return { width: wide, height: high, factor, dark };
};

/**
 * Returns the longest run of ink along a column (`down`) or a row; an adjacent pixel counts, because scans are
 * slightly skewed.
 */
const longestRun = ({ width, height, dark }: Ink, at: number, down: boolean): Run => {
  const [length, step, beside] = down ? [height, width, 1] : [width, 1, width];
  const start = down ? at : at * width;
  let best: Run = { from: 0, to: 0 };
  let from = -1;
  let last = -1;
  for (let i = 0; i < length; i++) {
    const pixel = start + i * step;
    if (!dark[pixel] && !dark[pixel + beside]) continue;
    if (from < 0 || i - last > MAXIMUM_BREAK_PIXELS + 1) from = i;
    last = i;
    if (last - from > best.to - best.from) best = { from, to: last };
  }
  return best;
};

const lengthOf = ({ from, to }: Run): number => to - from;

/**
 * Range of a right strip's width, in shares of the sheet's; narrower ones count only if their line ends at the
 * bottom.
 */
const NARROW_STRIP_SHARE = 0.05;
const MINIMUM_STRIP_SHARE = 0.03;
/**
 * Minimum share of the height of a line ending at the bottom that separates a box on the right, even without a line
 * above.
 */
const MINIMUM_BOX_HEIGHT_SHARE = 0.55;
const MEETS_FOOT = 0.04;
/**
 * Maximum number of columns over which a line of a scan may lean, and minimum share of the height of a run that is
 * part of one.
 */
const MAXIMUM_LEAN_COLUMNS = 4;
const MINIMUM_RUN_SHARE = 0.2;

/** Returns the line that starts at a column and, in a skewed scan, continues in columns to the right. */
const leaning = (columns: readonly Run[], x: number, height: number): Run => {
  const first = columns[x] ?? { from: 0, to: 0 };
  if (lengthOf(first) < MINIMUM_RUN_SHARE * height) return first;
  let { from, to } = first;
  for (let i = 1; i <= MAXIMUM_LEAN_COLUMNS; i++) {
    const next = columns[x + i];
    if (!next || lengthOf(next) < MINIMUM_RUN_SHARE * height || next.from > to || next.to < from) break;
    from = Math.min(from, next.from);
    to = Math.max(to, next.to);
  }
  return { from, to };
};

/** Margin of a scanned sheet, as a share of its width, and minimum number of dark pixels that are more than specks. */
const RIM_SHARE = 0.012;
const SPECKS = 20;

/** Whether there is ink between two columns in the lower part of the sheet. */
const isPrinted = ({ width, height, dark }: Ink, from: number, to: number): boolean => {
  let found = 0;
  for (let y = Math.round(STRIP_FROM * height); y < height && found < SPECKS; y++) {
    for (let x = from; x < to; x++) found += dark[y * width + x] ?? 0;
  }
  return found >= SPECKS;
};

/**
 * Minimum share of the sheet's side that a line of its frame is long, and maximum ratio of the margin beyond it to the one on
 * the opposite side: films and scans show the paper around a frame, which is about as wide on all sides, unlike a title block.
 */
const MINIMUM_FRAME_SHARE = 0.6;
const MAXIMUM_MARGIN_RATIO = 1.5;

/** Returns where the printed area ends on the right and below: at the frame, or where the ink ends. */
const printedArea = (
  { width, height }: Ink,
  columns: readonly Run[],
  rows: readonly Run[],
): { right: number; bottom: number } => {
  const hasInk = (run: Run): boolean => lengthOf(run) > 0;
  // Beyond the rim are the edges of the film or the paper.
  const [rightmost, lowest] = [Math.round((1 - RIM_SHARE) * width), Math.round((1 - RIM_SHARE) * height)];
  const side = columns.findLastIndex(
    (_, x) => x < rightmost && lengthOf(leaning(columns, x, height)) >= MINIMUM_FRAME_SHARE * height,
  );
  const foot = rows.findLastIndex((_, y) => {
    const line = leaning(rows, y, width);
    const meetsSide = Math.abs(line.to - side) <= MEETS * width;
    return y < lowest && meetsSide && lengthOf(line) >= MINIMUM_FRAME_SHARE * width;
  });
  const [left, top] = [leaning(rows, foot, width).from, leaning(columns, side, height).from];
  const isFramed =
    side > 0 && foot > 0 && width - side <= MAXIMUM_MARGIN_RATIO * left && height - foot <= MAXIMUM_MARGIN_RATIO * top;
  return isFramed
    ? { right: side, bottom: foot }
    : { right: columns.findLastIndex(hasInk), bottom: rows.findLastIndex(hasInk) };
};

/** Minimum number of lines of equal extent that form the cells of a list on the right of a sheet. */
const FEWEST_CELLS = 4;

/**
 * Returns where the lines start that separate cells, one above the other, on the right of the sheet; null if there
 * are none.
 */
const listed = ({ width, height, dark }: Ink, right: number): number | null => {
  const starts = new Map<number, number>();
  let above = -1;
  for (let y = Math.round(STRIP_FROM * height); y < height; y++) {
    let from = -1;
    for (let x = Math.round(0.6 * width); x <= right; x++) {
      if (!dark[y * width + x]) from = -1;
      else if (from < 0) from = x;
      const ends = x >= right - MEETS * width && from >= 0 && !dark[y * width + x + 1];
      if (!ends || x - from < MINIMUM_STRIP_SHARE * width || y - above < 3) continue;
      above = y;
      const start = [...starts.keys()].find((known) => Math.abs(known - from) <= 3) ?? from;
      starts.set(start, (starts.get(start) ?? 0) + 1);
      break;
    }
  }
  const [most] = [...starts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= FEWEST_CELLS ? most[0] - 3 : null;
};

/** Maximum gap between the end of a line and another line that meet, as a share of the sheet's side. */
const MEETS = 0.025;

/**
 * Finds the title block of an upright sheet, in pixels: the strip separated by a line from top to bottom at the
 * right, or from left to right at the bottom; else the box ruled into the lower right corner; else that corner.
 */
export const blockRegion = (picture: GreyImage): PixelBox => {
  const ink = inkOf(picture);
  const { width, height, factor } = ink;
  const columns = Array.from({ length: width }, (_, x) => longestRun(ink, x, true));
  const rows = Array.from({ length: height }, (_, y) => longestRun(ink, y, false));
  // Some frames exclude the block.
  const printed = printedArea(ink, columns, rows);
  const right = Math.max(0.8 * width, printed.right);
  const bottom = Math.max(0.8 * height, printed.bottom);
  const box = (left: number, top: number): PixelBox => ({
    left: Math.round(left) * factor,
    top: Math.round(top) * factor,
    right: Math.min(picture.width, Math.round(right + 2) * factor),
    bottom: Math.min(picture.height, Math.round(bottom + 2) * factor),
  });

  const strip = columns.findLastIndex((_, x) => {
    const wide = right - x;
    if (wide < MINIMUM_STRIP_SHARE * width || wide > 0.4 * width) return false;
    const run = leaning(columns, x, height);
    const ends = run.to > bottom - MEETS_FOOT * height;
    const parts =
      lengthOf(run) > (ends ? MINIMUM_BOX_HEIGHT_SHARE : 0.75) * height && (ends || wide > NARROW_STRIP_SHARE * width);
    return parts && isPrinted(ink, x + MAXIMUM_LEAN_COLUMNS + 2, right - RIM_SHARE * width);
  });
  if (strip >= 0) return box(strip, Math.max(STRIP_FROM * height, leaning(columns, strip, height).from));
  const foot = rows.findIndex(
    (run, y) => lengthOf(run) > 0.75 * width && bottom - y > 0.04 * height && bottom - y < 0.25 * height,
  );
  if (foot >= 0) return box(0.02 * width, foot);
  const corner = columns.findIndex((run, x) => {
    const fits = x > 0.4 * width && right - x > 0.08 * width && lengthOf(run) > 0.05 * height;
    if (!fits || lengthOf(run) > 0.5 * height || Math.abs(run.to - bottom) > MEETS * height) return false;
    return [-2, -1, 0, 1, 2].some((shift) => {
      const top = rows[run.from + shift];
      return top && Math.abs(top.from - x) < MEETS * width && Math.abs(top.to - right) < MEETS * width;
    });
  });
  const top = columns[corner]?.from;
  if (top !== undefined) return box(corner, top);
  return box(listed(ink, right) ?? 0.62 * width, 0.58 * height);
};

/**
 * Returns the part of the image within the outermost lines that are long enough for a frame, or, without any, that has ink, in
 * pixels: around it are the paper, rulers or the empty rest of a scan. Null without ink.
 */
export const drawnRegion = (picture: GreyImage): PixelBox | null => {
  const ink = inkOf(picture);
  const { width, height, factor } = ink;
  const columns = Array.from({ length: width }, (_, x) => longestRun(ink, x, true));
  const rows = Array.from({ length: height }, (_, y) => longestRun(ink, y, false));
  const ends = (runs: readonly Run[], across: number): Run => {
    const isLine = (_: Run, i: number): boolean => lengthOf(leaning(runs, i, across)) >= MINIMUM_FRAME_SHARE * across;
    const [first, last] = [runs.findIndex(isLine), runs.findLastIndex(isLine)];
    const isFrame = last - first >= MINIMUM_FRAME_SHARE * runs.length;
    const hasInk = (run: Run): boolean => lengthOf(run) > 0;
    return isFrame ? { from: first, to: last } : { from: runs.findIndex(hasInk), to: runs.findLastIndex(hasInk) };
  };
  const [across, down] = [ends(columns, height), ends(rows, width)];
  if (across.from < 0 || down.from < 0) return null;
  return {
    left: across.from * factor,
    top: down.from * factor,
    right: Math.min(picture.width, (across.to + 2) * factor),
    bottom: Math.min(picture.height, (down.to + 2) * factor),
  };
};
