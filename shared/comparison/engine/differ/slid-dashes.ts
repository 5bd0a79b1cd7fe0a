import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Region } from './regions.ts';
import { type StraightLine, straightLine } from './straight-line.ts';

/** Points of a patch along its line at least: less has no pattern to be known by. */
const leastLength = 8;
/** Points of paper in a row, on both sheets, at which a dashed line has ended. */
const longestGap = 30;
/** Points beyond a patch that its line is followed, and that dashes slide by at most. */
const furthest = 150;
/** Gaps between dashes that make a pattern, on both sheets together, and points of one at most. */
const leastGaps = 3;
const widestGap = 18;
/** Points in a row that may differ when the dashes lie on each other: where they begin, a renderer rounds. */
const rounding = 1.5;
/** Share of a patch that is looked at then. */
const leastSeen = 0.3;
/** Share of a patch along which one sheet has ink and the other paper at least: a line that moved aside has ink on both. */
const leastDiffering = 0.1;

/**
 * Whether a patch is a dashed line of both sheets, from the same end to the same end and of the same pattern, whose
 * dashes begin elsewhere on it: what drawing programs do when anything along the line is touched. Nothing was changed.
 */
export const isSlid = (region: Region, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  // Where dashes slid, as much ink came as went.
  if (Math.min(region.added, region.removed) < 0.3 * (region.added + region.removed)) return false;
  const { density } = sheets;
  if (Math.max(region.right - region.left, region.bottom - region.top) < leastLength * density) return false;
  const line = straightLine(region, marks, sheets);
  if (line === null) return false;
  const { older, newer, patch } = follow(line, sheets);
  const gap = gapOf([...gapsIn(older), ...gapsIn(newer)], rounding * density);
  // Openings that moved along a wall are few, wide, and not as regular as dashes.
  if (gap === null || gap > widestGap * density) return false;
  // At an end of the line there may be paper on one sheet for as long as there is between its dashes.
  if (Math.abs(older.from - newer.from) > gap || Math.abs(older.to - newer.to) > gap) return false;
  let differing = 0;
  for (let t = patch; t < patch + line.length; t++) if (older.ink[t] !== newer.ink[t]) differing++;
  if (differing < leastDiffering * line.length) return false;
  const most = Math.round(Math.min(furthest * density, (1 - leastSeen) * line.length));
  const liesOn = (by: number): boolean => {
    let [seen, run] = [0, 0];
    for (let t = Math.max(0, by); t < Math.min(line.length, line.length + by); t++) {
      const [is, was] = [patch + t, patch + t - by];
      if (newer.accompanied[is] || older.accompanied[was]) continue;
      seen++;
      run = newer.ink[is] === older.ink[was] ? 0 : run + 1;
      if (run > rounding * density) return false;
    }
    return seen >= leastSeen * line.length;
  };
  for (let by = 1; by <= most; by++) if (liesOn(by) || liesOn(-by)) return true;
  return false;
};

/** A line on one sheet, a pixel an entry: its ink, and whether anything else is beside it; its first and last ink. */
interface Profile {
  ink: readonly boolean[];
  accompanied: readonly boolean[];
  from: number;
  to: number;
}

/** The line of a patch on both sheets, beyond the patch as far as it goes, and the entry that the patch begins at. */
const follow = (
  line: StraightLine,
  { older, newer, density }: AlignedSheets,
): { older: Profile; newer: Profile; patch: number } => {
  const endOf = (start: number, step: 1 | -1): number => {
    let end = start;
    for (let t = start; Math.abs(t - start) <= furthest * density && line.isOn(t); t += step) {
      if (line.hasInk(older, t) || line.hasInk(newer, t)) end = t;
      else if (Math.abs(t - end) > longestGap * density) break;
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

/** Pixels of each gap between dashes. */
const gapsIn = ({ ink, from, to }: Profile): number[] => {
  const gaps: number[] = [];
  for (let t = from; t < to; t++) {
    const start = t;
    while (!ink[t]) t++;
    if (t > start) gaps.push(t - start);
  }
  return gaps;
};

/** The widest gap, if it is a pattern's: what crosses a line makes gaps narrower, and only a change makes one wider. */
const gapOf = (gaps: readonly number[], tolerance: number): number | null => {
  const widest = Math.max(...gaps);
  return gaps.filter((gap) => gap >= widest - tolerance).length >= leastGaps ? widest : null;
};
