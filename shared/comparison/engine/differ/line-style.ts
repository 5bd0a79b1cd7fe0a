import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change, LineStyle } from '../change.ts';
import { besideInk, inkGrey } from './beside-ink.ts';
import { unchanged } from './ink-difference.ts';
import { marksIn } from './marks.ts';
import type { Region } from './regions.ts';
import { isRetoned } from './retoned.ts';
import { straightLine } from './straight-line.ts';

/** Minimum share of a line that has ink on one sheet: widely spaced dashes and dots have half. */
const minimumInkShare = 0.5;

/** Returns the change as `restyled` if it only draws the same lines in another style, else unchanged. */
export const classifyStyle = (change: Change, marks: Uint8Array, sheets: AlignedSheets): Change => {
  if (!change.kind.startsWith('graphic_')) return change;
  const region = marksIn(marks, sheets, change.box);
  if (isOneWay(region) && isRetoned(region, marks, sheets)) return { ...change, kind: 'restyled' };
  const style = styleOf(region, marks, sheets);
  return style === null ? change : { ...change, kind: 'restyled', style };
};

/** Whether nearly all marks are additions, or nearly all are removals. */
const isOneWay = ({ added, removed }: Region): boolean => Math.min(added, removed) < 0.05 * (added + removed);

const styleOf = (region: Region, marks: Uint8Array, sheets: AlignedSheets): LineStyle | null => {
  const total = region.added + region.removed;
  if (total === 0) return null;
  if (isDashed(region, marks, sheets)) return 'dashes';
  const share = region.added / total;
  const oneWay = isOneWay(region);
  if (oneWay && isFill(region, marks, sheets, share > 0.5 ? 'older' : 'newer'))
    return share > 0.5 ? 'filled' : 'emptied';
  if (!oneWay || shareBesideInk(region, marks, sheets) < 0.97) return null;
  return share > 0.5 ? 'heavier' : 'finer';
};

/** Maximum longer side in points of a symbol whose outline is on the other sheet; larger areas are material fills. */
const maximumSymbolPoints = 60;
/** Maximum distance in points from the edge of a fill to its outline. */
const maximumOutlineDistancePoints = 1.2;
/** Margin in points around a symbol that must be paper, and the share of it that other lines may cross. */
const clearancePoints = 3;
const maximumCrossedShare = 0.4;
/**
 * Minimum share of a fill that is not edge, share of that interior that was paper, and share of the edge along the
 * outline.
 */
const minimumInteriorShare = 0.4;
const minimumEmptyShare = 0.5;
const minimumOutlinedEdgeShare = 0.9;

/** Whether marks of one direction fill an outline on the other sheet: the symbol existed, but was empty. */
const isFill = (
  region: Region,
  marks: Uint8Array,
  { older, newer, width, height, density }: AlignedSheets,
  other: 'older' | 'newer',
): boolean => {
  if (Math.max(region.right - region.left, region.bottom - region.top) > maximumSymbolPoints * density) return false;
  const outline = other === 'older' ? older : newer;
  const reach = Math.ceil(maximumOutlineDistancePoints * density);
  const isOutlined = (x: number, y: number): boolean => {
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
      for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
        if (outline[v * width + u]! < inkGrey) return true;
      }
    }
    return false;
  };
  let [inside, empty, edge, along] = [0, 0, 0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      const at = y * width + x;
      if (marks[at] === unchanged) continue;
      const isEdge = [at - 1, at + 1, at - width, at + width].some((next) => (marks[next] ?? unchanged) === unchanged);
      if (!isEdge) {
        inside++;
        if (outline[at]! >= inkGrey) empty++;
      } else {
        edge++;
        if (isOutlined(x, y)) along++;
      }
    }
  }
  // The outline of a closed opening is the wall, which continues; that is no symbol.
  const off = Math.round(clearancePoints * density);
  let [crossed, round] = [0, 0];
  const look = (x: number, y: number) => {
    round++;
    if (x >= 0 && y >= 0 && x < width && y < height && outline[y * width + x]! < inkGrey) crossed++;
  };
  for (let x = region.left - off; x < region.right + off; x++)
    for (const y of [region.top - off, region.bottom + off]) look(x, y);
  for (let y = region.top - off; y < region.bottom + off; y++)
    for (const x of [region.left - off, region.right + off]) look(x, y);
  if (crossed > maximumCrossedShare * round) return false;
  return (
    inside > minimumInteriorShare * (inside + edge) &&
    empty > minimumEmptyShare * inside &&
    along > minimumOutlinedEdgeShare * edge
  );
};

/** Returns the share of the marked pixels that lie at the edge of ink common to both sheets. */
const shareBesideInk = (region: Region, marks: Uint8Array, sheets: AlignedSheets): number => {
  const { width } = sheets;
  const isBeside = besideInk(sheets);
  let [beside, count] = [0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (marks[y * width + x] === unchanged) continue;
      count++;
      if (isBeside(x, y)) beside++;
    }
  }
  return beside / count;
};

/**
 * Whether a straight line was drawn with another dash pattern: its ink alternates between one sheet and both, and the
 * differences are many short pieces. Where other lines cross it, such as a hatch, both sheets have ink without a
 * dash.
 */
const isDashed = (region: Region, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  const { left, top, right, bottom } = region;
  if (Math.max(right - left, bottom - top) < 20 * sheets.density) return false;
  const line = straightLine(region, marks, sheets);
  if (line === null) return false;
  let [was, is, shared, pieces, longest, run] = [0, 0, 0, 0, 0, 0];
  for (let t = 0; t < line.length; t++) {
    const [before, after] = [line.hasInk(sheets.older, t), line.hasInk(sheets.newer, t)];
    if (before) was++;
    if (after) is++;
    if (before && after && !line.isCrossed(t)) shared++;
    if (before === after) run = 0;
    else if (++run === 1) pieces++;
    longest = Math.max(longest, run);
  }
  const { length } = line;
  return (
    pieces >= 4 && longest < 0.3 * length && shared > 0.15 * length && Math.max(was, is) > minimumInkShare * length
  );
};
