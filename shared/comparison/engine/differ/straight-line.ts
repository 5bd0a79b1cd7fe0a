import type { AlignedSheets } from '../align/align-sheets.ts';
import { inkGrey } from './beside-ink.ts';
import { unchanged } from './ink-difference.ts';
import type { Region } from './regions.ts';

/** Distance in points within which ink belongs to a straight line, and maximum deviation of its pixels. */
const ownInkPoints = 1.2;
const maximumDeviationPoints = 1.5;
/** Distance in points at which crossing lines are detected, clear of the line's own dashes. */
const crossingOffsetPoints = 3;

/** The straight line along a patch, addressed by pixel; `t` is 0 where the patch begins. */
export interface StraightLine {
  /** Length of the patch in pixels; the line may continue before 0 and beyond the length. */
  length: number;
  /** Whether `t` is on the sheet. */
  isOn(t: number): boolean;
  hasInk(picture: Uint8Array, t: number): boolean;
  /** Whether both sheets have a line there that crosses this one. */
  isCrossed(t: number): boolean;
  /** Whether a sheet has other ink there, on either side. */
  isAccompanied(picture: Uint8Array, t: number): boolean;
}

/** Fits a line to a patch's marked pixels by least squares; returns null if they are not collinear. */
export const straightLine = (
  region: Region,
  marks: Uint8Array,
  { older, newer, width, height, density }: AlignedSheets,
): StraightLine | null => {
  const [across, down] = [region.right - region.left, region.bottom - region.top];
  const level = across >= down;
  let [n, sumT, sumC, sumTT, sumTC, sumCC] = [0, 0, 0, 0, 0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      const mark = marks[y * width + x]!;
      if (mark === unchanged) continue;
      const [t, c] = level ? [x - region.left, y - region.top] : [y - region.top, x - region.left];
      n++;
      sumT += t;
      sumC += c;
      sumTT += t * t;
      sumTC += t * c;
      sumCC += c * c;
    }
  }
  const spread = sumTT - (sumT * sumT) / n;
  if (!(spread > 0)) return null;
  const slope = (sumTC - (sumT * sumC) / n) / spread;
  const off = (sumC - slope * sumT) / n;
  const deviation = Math.sqrt(Math.max(0, (sumCC - (sumC * sumC) / n - slope * (sumTC - (sumT * sumC) / n)) / n));
  if (deviation > maximumDeviationPoints * density) return null;
  const reach = Math.ceil(ownInkPoints * density);
  const aside = Math.ceil(crossingOffsetPoints * density);
  // Far enough along the line for a crossing line that leans by up to 45°.
  const along = aside + reach + 1;
  const isInked = (picture: Uint8Array, t: number, c: number): boolean => {
    const [x, y] = level ? [region.left + t, region.top + c] : [region.left + c, region.top + t];
    return x >= 0 && y >= 0 && x < width && y < height && picture[y * width + x]! < inkGrey;
  };
  const middleOf = (t: number): number => Math.round(off + slope * t);
  const sidesAt = (t: number): number[] => [middleOf(t) - aside, middleOf(t) + aside];
  const isNear = (t: number, isThere: (at: number) => boolean): boolean => {
    for (let at = t - along; at <= t + along; at++) if (isThere(at)) return true;
    return false;
  };
  return {
    length: Math.max(across, down),
    isOn: (t) => {
      const [start, end] = level ? [region.left, width] : [region.top, height];
      return start + t >= 0 && start + t < end;
    },
    hasInk: (picture, t) => {
      const middle = middleOf(t);
      for (let c = middle - reach; c <= middle + reach; c++) if (isInked(picture, t, c)) return true;
      return false;
    },
    isCrossed: (t) => sidesAt(t).every((c) => isNear(t, (at) => isInked(older, at, c) && isInked(newer, at, c))),
    isAccompanied: (picture, t) => sidesAt(t).some((c) => isNear(t, (at) => isInked(picture, at, c))),
  };
};
