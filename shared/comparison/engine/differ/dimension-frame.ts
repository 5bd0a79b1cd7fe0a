import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Box } from '../geometry.ts';
import {
  darkGreys,
  maximumDimensionThicknessPoints,
  maximumMarkSideTextHeights,
  maximumMarkTextHeights,
  maximumStopDistanceTextHeights,
  minimumMarkPixels,
  minimumStopTextHeights,
} from './thresholds.ts';

/** Offsets in pixels, across and along the line, at which a slanting stroke is tested on either side. */
const slantOffsetsPixels = [2, 3] as const;

export type PictureSize = Pick<AlignedSheets, 'width' | 'height' | 'density'>;

/** Access to a sheet's ink along and across the direction of a dimension line. */
export interface Frame {
  ink(along: number, across: number): boolean;
  length: number;
  /** Whether the line is horizontal, so that `along` increases from left to right. */
  level: boolean;
}

export const frameOf = (picture: Uint8Array, { width, height }: PictureSize, level: boolean): Frame => ({
  ink: (along, across) => {
    const x = level ? along : across;
    const y = level ? across : along;
    return x >= 0 && y >= 0 && x < width && y < height && picture[y * width + x]! < darkGreys;
  },
  length: level ? width : height,
  level,
});

/**
 * Returns the edges of a box (in points) in the frame's pixels: start and end along it, then the two edges across it.
 */
export const edgesOf = (
  { x, y, width, height }: Box,
  level: boolean,
  density: number,
): [start: number, end: number, near: number, far: number] =>
  (level ? [x, x + width, y, y + height] : [y, y + height, x, x + width]).map((value) =>
    Math.round(value * density),
  ) as [number, number, number, number];

/** Counts the pixels of ink on either side of the line at one position along it. */
const sidesAt = ({ ink }: Frame, along: number, across: number, most: number): [number, number] => {
  let [before, after] = [0, 0];
  while (before <= most && ink(along, across - before - 1)) before++;
  while (after <= most && ink(along, across + after + 1)) after++;
  return [before, after];
};

/** Whether a stroke crosses the line here: slanting one way, with nothing slanting the other way. */
const isStruck = ({ ink }: Frame, along: number, across: number, off: number, size: number): boolean => {
  const has = (t: number, c: number) => ink(along + t, across + c) || ink(along + t + Math.sign(t), across + c);
  const slants = (way: 1 | -1) =>
    slantOffsetsPixels.every((step) => has(step + off, way * (step + off)) && has(-step - off, -way * (step + off)));
  const bare = (way: 1 | -1) =>
    !ink(along + slantOffsetsPixels[1] + off + 1, across + way * (slantOffsetsPixels[1] + off)) ||
    !ink(along - slantOffsetsPixels[1] - off - 1, across - way * (slantOffsetsPixels[1] + off));
  // A line of the drawing that crosses here continues beyond a stroke's length.
  const end = Math.ceil(maximumMarkSideTextHeights * size) + off;
  const isShort = (way: 1 | -1) => !has(end, way * end) && !has(-end, -way * end);
  return (slants(1) && bare(-1) && isShort(1)) || (slants(-1) && bare(1) && isShort(-1));
};

/** The axis of a line parallel to a text, with half of its thickness, in pixels. */
export interface Track {
  across: number;
  half: number;
}

/** Returns the axis of a thin line at position (`along`, `across`) of the frame; null if there is none. */
export const trackAt = (frame: Frame, along: number, across: number, density: number): Track | null => {
  const most = Math.ceil(maximumDimensionThicknessPoints * density);
  if (!frame.ink(along, across)) return null;
  const [before, after] = sidesAt(frame, along, across, most);
  if (before + after + 1 > most) return null;
  return { across: Math.round(across + (after - before) / 2), half: Math.floor((before + after) / 2) };
};

/** An end of a line, and whether it has an arrow, a stroke or a dot. */
export interface End {
  at: number;
  marked: boolean;
}

/**
 * Follows the line in one direction to its end: the first arrow, stroke or dot, or a free end just short of the
 * object it measures. Returns null if there is neither.
 */
export const endAlong = (frame: Frame, track: Track, start: number, step: 1 | -1, size: number): End | null => {
  const { across, half } = track;
  const most = maximumMarkTextHeights * size;
  let run = 0;
  for (let along = start; along >= 0 && along < frame.length; along += step) {
    if (!frame.ink(along, across) && !frame.ink(along + step, across)) {
      return isStopped(frame, across, along, step, size) ? { at: along - step, marked: false } : null;
    }
    const [before, after] = sidesAt(frame, along, across, most);
    const thickness = before + after + 1;
    const both = Math.min(before, after) > half;
    run = both && thickness >= 2 * half + 1 + minimumMarkPixels && thickness < most ? run + 1 : 0;
    // The outline of an arrow or a dot slants, whereas a crossing line has the same breadth everywhere.
    if (run >= minimumMarkPixels && slopes(frame, across, along, step, size)) return { at: along, marked: true };
    if (isStruck(frame, along, across, half, size)) return { at: along, marked: true };
  }
  return null;
};

/** Whether a free end lies just short of ink running across it, such as a wall or an extension line. */
const isStopped = (frame: Frame, across: number, along: number, step: number, size: number): boolean => {
  for (let off = 0; off <= maximumStopDistanceTextHeights * size; off++) {
    const at = along + off * step;
    if (!frame.ink(at, across)) continue;
    const [before, after] = sidesAt(frame, at, across, size);
    return off > 0 && Math.min(before, after) > minimumStopTextHeights * size;
  }
  return false;
};

/** Whether the thickness of the ink around a position on the line changes step by step. */
const slopes = (frame: Frame, across: number, along: number, step: number, size: number): boolean => {
  const reach = Math.round(0.6 * size);
  const seen = new Set<number>();
  for (let at = along - reach * step; at !== along + reach * step; at += step) {
    const [before, after] = sidesAt(frame, at, across, 2 * size);
    if (before + after < maximumMarkTextHeights * size) seen.add(before + after);
  }
  return seen.size > minimumMarkPixels;
};

/** Returns the box of a line from end to end, in points. */
export const boxOf = (from: number, to: number, { across, half }: Track, level: boolean, density: number): Box => {
  const [start, length] = [from / density, (to - from + 1) / density];
  const [top, breadth] = [(across - half) / density, (2 * half + 1) / density];
  return level
    ? { x: start, y: top, width: length, height: breadth }
    : { x: top, y: start, width: breadth, height: length };
};
