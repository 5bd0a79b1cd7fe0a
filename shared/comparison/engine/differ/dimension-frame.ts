import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Box } from '../geometry.ts';

/** Grey level below which a pixel is of a line. */
const dark = 200;
/** Heights of the lettering that an arrow, a stroke or a dot at the end of a dimension line reaches over at most. */
const largestMark = 1.6;
/** Pixels that an arrow or a dot is thicker than its line, and those along the line that it is so for. */
const thicker = 3;
const leastMark = 3;
/** Pixels that a slanting stroke goes aside to either side of its line, with as many along it. */
const stroke = [2, 3] as const;
/** Heights of the lettering that a stroke reaches to either side at most. */
const longestStroke = 0.9;
/** Heights of the lettering from a line's free end to what it measures, and those that this runs to either side. */
const stopReach = 0.8;
const leastStop = 0.3;
/** Pixels of thickness of a dimension line at most, at a density of one a point. */
const hairline = 1.6;

export type Picture = Pick<AlignedSheets, 'width' | 'height' | 'density'>;

/** A sheet's ink along and across a direction that dimension lines may run in. */
export interface Frame {
  ink(along: number, across: number): boolean;
  length: number;
  /** Along is from left to right. */
  level: boolean;
}

export const frameOf = (picture: Uint8Array, { width, height }: Picture, level: boolean): Frame => ({
  ink: (along, across) => {
    const [x, y] = level ? [along, across] : [across, along];
    return x >= 0 && y >= 0 && x < width && y < height && picture[y * width + x]! < dark;
  },
  length: level ? width : height,
  level,
});

/** The edges of a box of points in a frame's pixels: along it, then across. */
export const edgesOf = (
  { x, y, width, height }: Box,
  level: boolean,
  density: number,
): [start: number, end: number, near: number, far: number] =>
  (level ? [x, x + width, y, y + height] : [y, y + height, x, x + width]).map((value) =>
    Math.round(value * density),
  ) as [number, number, number, number];

/** Pixels of ink across the line at a place along it, counted from the line to either side. */
const sidesAt = ({ ink }: Frame, along: number, across: number, most: number): [number, number] => {
  let [before, after] = [0, 0];
  while (before <= most && ink(along, across - before - 1)) before++;
  while (after <= most && ink(along, across + after + 1)) after++;
  return [before, after];
};

/** Whether a stroke crosses the line here, slanting one way with nothing of the other. */
const isStruck = ({ ink }: Frame, along: number, across: number, off: number, size: number): boolean => {
  const has = (t: number, c: number) => ink(along + t, across + c) || ink(along + t + Math.sign(t), across + c);
  const slants = (way: 1 | -1) =>
    stroke.every((step) => has(step + off, way * (step + off)) && has(-step - off, -way * (step + off)));
  const bare = (way: 1 | -1) =>
    !ink(along + stroke[1] + off + 1, across + way * (stroke[1] + off)) ||
    !ink(along - stroke[1] - off - 1, across - way * (stroke[1] + off));
  // A line of the drawing that crosses runs on.
  const end = Math.ceil(longestStroke * size) + off;
  const isShort = (way: 1 | -1) => !has(end, way * end) && !has(-end, -way * end);
  return (slants(1) && bare(-1) && isShort(1)) || (slants(-1) && bare(1) && isShort(-1));
};

/** A line along the direction of a text, with the half of its thickness. */
export interface Track {
  across: number;
  half: number;
}

/** The middle of a thin line that is at `across` at a place along the frame. */
export const trackAt = (frame: Frame, along: number, across: number, density: number): Track | null => {
  const most = Math.ceil(hairline * density);
  if (!frame.ink(along, across)) return null;
  const [before, after] = sidesAt(frame, along, across, most);
  if (before + after + 1 > most) return null;
  return { across: Math.round(across + (after - before) / 2), half: Math.floor((before + after) / 2) };
};

/** An end of a line, and whether an arrow, a stroke or a dot stands there. */
export interface End {
  at: number;
  marked: boolean;
}

/** Where the line ends on one side: at the first arrow, stroke or dot, or short of what it measures; null for neither. */
export const endAlong = (frame: Frame, track: Track, start: number, step: 1 | -1, size: number): End | null => {
  const { across, half } = track;
  const most = largestMark * size;
  let run = 0;
  for (let along = start; along >= 0 && along < frame.length; along += step) {
    if (!frame.ink(along, across) && !frame.ink(along + step, across)) {
      return isStopped(frame, across, along, step, size) ? { at: along - step, marked: false } : null;
    }
    const [before, after] = sidesAt(frame, along, across, most);
    const thickness = before + after + 1;
    const both = Math.min(before, after) > half;
    run = both && thickness >= 2 * half + 1 + thicker && thickness < most ? run + 1 : 0;
    // The thickest place of an arrow or a dot, whose outline slants: a line that crosses is as broad everywhere.
    if (run >= leastMark && slopes(frame, across, along, step, size)) return { at: along, marked: true };
    if (isStruck(frame, along, across, half, size)) return { at: along, marked: true };
  }
  return null;
};

/** Whether a line that ends freely does so a little before ink that runs across it: a wall, an extension line. */
const isStopped = (frame: Frame, across: number, along: number, step: number, size: number): boolean => {
  for (let off = 0; off <= stopReach * size; off++) {
    const at = along + off * step;
    if (!frame.ink(at, across)) continue;
    const [before, after] = sidesAt(frame, at, across, size);
    return off > 0 && Math.min(before, after) > leastStop * size;
  }
  return false;
};

/** Whether the ink about a place on the line grows thicker or thinner step by step. */
const slopes = (frame: Frame, across: number, along: number, step: number, size: number): boolean => {
  const reach = Math.round(0.6 * size);
  const seen = new Set<number>();
  for (let at = along - reach * step; at !== along + reach * step; at += step) {
    const [before, after] = sidesAt(frame, at, across, 2 * size);
    if (before + after < largestMark * size) seen.add(before + after);
  }
  return seen.size > leastMark;
};

/** The box of a line from end to end, in points. */
export const boxOf = (from: number, to: number, { across, half }: Track, level: boolean, density: number): Box => {
  const [start, length] = [from / density, (to - from + 1) / density];
  const [top, breadth] = [(across - half) / density, (2 * half + 1) / density];
  return level
    ? { x: start, y: top, width: length, height: breadth }
    : { x: top, y: start, width: breadth, height: length };
};
