import type { GreyImage } from './grey.ts';
import type { Box } from './tiles.ts';

/** Longest side of the picture that lines are looked for in, pixels. */
const REDUCED = 1400;
/** Grey from which a pixel is paper. */
const PAPER = 175;
/** Pixels that a line may be broken for, in the reduced picture. */
const BREAK = 2;

/** The upper part of a strip holds keys, stamps and consultants. */
const STRIP_FROM = 0.55;

interface Ink {
  width: number;
  height: number;
  /** Pixels of the picture that one stands for, each way. */
  factor: number;
  dark: Uint8Array;
}

interface Run {
  from: number;
  to: number;
}

/** The picture reduced so that the thinnest line stays. */
const inkOf = ({ data, width, height }: GreyImage): Ink => {
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / REDUCED));
  const [wide, high] = [Math.floor(width / factor), Math.floor(height / factor)];
  const dark = new Uint8Array(wide * high);
  for (let y = 0; y < high * factor; y++) {
    const row = Math.floor(y / factor) * wide;
    for (let x = 0; x < wide * factor; x++) {
      if ((data[y * width + x] ?? 255) < PAPER) dark[row + Math.floor(x / factor)] = 1;
    }
  }
  return { width: wide, height: high, factor, dark };
};

/** The longest run of ink along a column (`down`) or a row; the neighbour counts, for scans stand a little askew. */
const longestRun = ({ width, height, dark }: Ink, at: number, down: boolean): Run => {
  const [length, step, beside] = down ? [height, width, 1] : [width, 1, width];
  const start = down ? at : at * width;
  let best: Run = { from: 0, to: 0 };
  let from = -1;
  let last = -1;
  for (let i = 0; i < length; i++) {
    const pixel = start + i * step;
    if (!dark[pixel] && !dark[pixel + beside]) continue;
    if (from < 0 || i - last > BREAK + 1) from = i;
    last = i;
    if (last - from > best.to - best.from) best = { from, to: last };
  }
  return best;
};

const lengthOf = ({ from, to }: Run): number => to - from;

/** Strips of the right, shares of the sheet's width: narrower ones only where their line ends at the foot. */
const NARROW_STRIP = 0.05;
const NARROWEST_STRIP = 0.03;
/** A line of this share of the height that ends at the foot parts a box from the right, however it is closed above. */
const TALL_BOX = 0.55;
const MEETS_FOOT = 0.04;
/** Columns that a line of a scan may lean over, and the share of the height from which a run is a part of one. */
const LEAN = 4;
const PART = 0.2;

/** The line that begins at a column, and goes on in those right of it where a scan stands askew. */
const leaning = (columns: readonly Run[], x: number, height: number): Run => {
  const first = columns[x] ?? { from: 0, to: 0 };
  if (lengthOf(first) < PART * height) return first;
  let { from, to } = first;
  for (let i = 1; i <= LEAN; i++) {
    const next = columns[x + i];
    if (!next || lengthOf(next) < PART * height || next.from > to || next.to < from) break;
    from = Math.min(from, next.from);
    to = Math.max(to, next.to);
  }
  return { from, to };
};

/** The rim of a scanned sheet, share of its width, and the dark pixels from which a strip is more than specks of one. */
const RIM = 0.012;
const SPECKS = 20;

/** Whether something stands between two columns in the lower part of the sheet. */
const isPrinted = ({ width, height, dark }: Ink, from: number, to: number): boolean => {
  let found = 0;
  for (let y = Math.round(STRIP_FROM * height); y < height && found < SPECKS; y++) {
    for (let x = from; x < to; x++) found += dark[y * width + x] ?? 0;
  }
  return found >= SPECKS;
};

/** Lines of one beginning and end that make the cells of a list at the right of a sheet. */
const FEWEST_CELLS = 4;

/** Where the lines begin that part cells at the right of the sheet, one over the other; null where no such cells are. */
const listed = ({ width, height, dark }: Ink, right: number): number | null => {
  const starts = new Map<number, number>();
  let above = -1;
  for (let y = Math.round(STRIP_FROM * height); y < height; y++) {
    let from = -1;
    for (let x = Math.round(0.6 * width); x <= right; x++) {
      if (!dark[y * width + x]) from = -1;
      else if (from < 0) from = x;
      const ends = x >= right - MEETS * width && from >= 0 && !dark[y * width + x + 1];
      if (!ends || x - from < NARROWEST_STRIP * width || y - above < 3) continue;
      above = y;
      const start = [...starts.keys()].find((known) => Math.abs(known - from) <= 3) ?? from;
      starts.set(start, (starts.get(start) ?? 0) + 1);
      break;
    }
  }
  const [most] = [...starts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= FEWEST_CELLS ? most[0] - 3 : null;
};

/** How near its end a line may stop short of another to meet it, share of the sheet's side. */
const MEETS = 0.025;

/**
 * Where the title block of a sheet seen upright stands, in pixels: the strip that a line from top to bottom parts from
 * the right of the sheet, or one from left to right from its foot; else the box ruled into its lower right corner; else
 * that corner.
 */
export const blockRegion = (picture: GreyImage): Box => {
  const ink = inkOf(picture);
  const { width, height, factor } = ink;
  const columns = Array.from({ length: width }, (_, x) => longestRun(ink, x, true));
  const rows = Array.from({ length: height }, (_, y) => longestRun(ink, y, false));
  // The rim of what is printed: some frames leave the block outside.
  const right = Math.max(
    0.8 * width,
    columns.findLastIndex((run) => lengthOf(run) > 0),
  );
  const bottom = Math.max(
    0.8 * height,
    rows.findLastIndex((run) => lengthOf(run) > 0),
  );
  const box = (left: number, top: number): Box => ({
    left: Math.round(left) * factor,
    top: Math.round(top) * factor,
    right: Math.min(picture.width, Math.round(right + 2) * factor),
    bottom: Math.min(picture.height, Math.round(bottom + 2) * factor),
  });

  const strip = columns.findLastIndex((_, x) => {
    const wide = right - x;
    if (wide < NARROWEST_STRIP * width || wide > 0.4 * width) return false;
    const run = leaning(columns, x, height);
    const ends = run.to > bottom - MEETS_FOOT * height;
    const parts = lengthOf(run) > (ends ? TALL_BOX : 0.75) * height && (ends || wide > NARROW_STRIP * width);
    return parts && isPrinted(ink, x + LEAN + 2, right - RIM * width);
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
