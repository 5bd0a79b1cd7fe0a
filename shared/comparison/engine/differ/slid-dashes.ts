import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Region } from './regions.ts';
import { type StraightLine, straightLine } from './straight-line.ts';

/** Minimum length in points of a patch along its line; shorter ones have no recognisable pattern. */
const minimumPatchPoints = 8;
/** Length of paper in points, on both sheets, at which a dashed line has ended. */
const maximumPaperPoints = 30;
/** Maximum distance in points over which the line is followed beyond the patch, and by which dashes may slide. */
const maximumSlidePoints = 150;
/** Minimum number of gaps that make a pattern, counted on both sheets, and the maximum width of a gap in points. */
const minimumPatternGaps = 3;
const maximumDashGapPoints = 18;
/** Points in a row that may differ between superposed dashes, because renderers round where dashes begin. */
const roundingPoints = 1.5;
/** Minimum share of a patch that is compared after sliding. */
const minimumComparedShare = 0.3;
/** Minimum share of a patch where one sheet has ink and the other paper: a line that moved sideways has ink on both. */
const minimumDifferingShare = 0.1;

/**
 * Whether a patch is a dashed line with the same ends and the same pattern on both sheets whose dashes start
 * elsewhere. Drawing programs do this when anything along the line is edited; it is no change.
 */
export const hasSlidDashes = (region: Region, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  // Where dashes slid, about as much ink was added as removed.
  if (Math.min(region.added, region.removed) < 0.3 * (region.added + region.removed)) return false;
  const { density } = sheets;
  if (Math.max(region.right - region.left, region.bottom - region.top) < minimumPatchPoints * density) return false;
  const line = straightLine(region, marks, sheets);
  if (line === null) return false;
  const { older, newer, patch } = profileLine(line, sheets);
  const gap = findPatternGap([...gapsIn(older), ...gapsIn(newer)], roundingPoints * density);
  // Openings moved along a wall are few and wide, and less regular than dashes.
  if (gap === null || gap > maximumDashGapPoints * density) return false;
  // At an end of the line one sheet may lack a dash, so it may be blank for the length of a gap.
  if (Math.abs(older.from - newer.from) > gap || Math.abs(older.to - newer.to) > gap) return false;
  let differing = 0;
  for (let t = patch; t < patch + line.length; t++) if (older.ink[t] !== newer.ink[t]) differing++;
  if (differing < minimumDifferingShare * line.length) return false;
  const most = Math.round(Math.min(maximumSlidePoints * density, (1 - minimumComparedShare) * line.length));
  const liesOn = (by: number): boolean => {
    let [seen, run] = [0, 0];
    for (let t = Math.max(0, by); t < Math.min(line.length, line.length + by); t++) {
      const [is, was] = [patch + t, patch + t - by];
      if (newer.accompanied[is] || older.accompanied[was]) continue;
      seen++;
      run = newer.ink[is] === older.ink[was] ? 0 : run + 1;
      if (run > roundingPoints * density) return false;
    }
    return seen >= minimumComparedShare * line.length;
  };
  for (let by = 1; by <= most; by++) if (liesOn(by) || liesOn(-by)) return true;
  return false;
};

/** A line on one sheet, one entry per pixel: whether it has ink, whether other ink lies beside it, and its ends. */
interface Profile {
  ink: readonly boolean[];
  accompanied: readonly boolean[];
  from: number;
  to: number;
}

/**
 * Profiles the line of a patch on both sheets, extended beyond the patch as far as the line continues. `patch` is the
 * index at which the patch begins.
 */
const profileLine = (
  line: StraightLine,
  { older, newer, density }: AlignedSheets,
): { older: Profile; newer: Profile; patch: number } => {
  const endOf = (start: number, step: 1 | -1): number => {
    let end = start;
    for (let t = start; Math.abs(t - start) <= maximumSlidePoints * density && line.isOn(t); t += step) {
      if (line.hasInk(older, t) || line.hasInk(newer, t)) end = t;
      else if (Math.abs(t - end) > maximumPaperPoints * density) break;
    }
    return end;
  };
  const start = endOf(0, -1);
  const along = Array.from({ length: endOf(line.length - 1, 1) - start + 1 }, (_, i) => start + i);
  const profileOn = (picture: Uint8Array): Profile => {
    const ink = along.map((t) => line.hasInk(picture, t));
    const accompanied = along.map((t) => line.isAccompanied(picture, t));
    return { ink, accompanied, from: ink.indexOf(true), to: ink.lastIndexOf(true) };
  };
  return { older: profileOn(older), newer: profileOn(newer), patch: -start };
};

/** Returns the length in pixels of each gap between dashes. */
const gapsIn = ({ ink, from, to }: Profile): number[] => {
  const gaps: number[] = [];
  for (let t = from; t < to; t++) {
    const start = t;
    while (!ink[t]) t++;
    if (t > start) gaps.push(t - start);
  }
  return gaps;
};

/**
 * Returns the widest gap if it recurs as in a pattern: crossing lines only make gaps narrower; wider ones are
 * changes.
 */
const findPatternGap = (gaps: readonly number[], tolerance: number): number | null => {
  const widest = Math.max(...gaps);
  return gaps.filter((gap) => gap >= widest - tolerance).length >= minimumPatternGaps ? widest : null;
};
