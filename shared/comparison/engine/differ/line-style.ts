import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change, LineStyle } from '../change.ts';
import { besideInk, ink } from './beside-ink.ts';
import { unchanged } from './ink-difference.ts';
import { marksIn } from './marks.ts';
import type { Region } from './regions.ts';
import { isRetoned } from './retoned.ts';
import { straightLine } from './straight-line.ts';

/** Share of a line that has ink on one sheet: dashes and dots at wide distances have half. */
const mostlyInk = 0.5;

/** A change that only draws the same lines otherwise, said as such; any other as it is. */
export const tellStyle = (change: Change, marks: Uint8Array, sheets: AlignedSheets): Change => {
  if (!change.kind.startsWith('graphic_')) return change;
  const region = marksIn(marks, sheets, change.box);
  if (isOneWay(region) && isRetoned(region, marks, sheets)) return { ...change, kind: 'restyled' };
  const style = styleOf(region, marks, sheets);
  return style === null ? change : { ...change, kind: 'restyled', style };
};

/** Whether hardly anything but ink that came, or ink that went, is marked. */
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

/** Points of a symbol's longer side at most, whose outline the other sheet has; larger areas are filled with a material. */
const largestSymbol = 60;
/** Points from a fill's edge to the outline round it. */
const toOutline = 1.2;
/** Points round a symbol where there is paper, and share of them that other lines may cross. */
const clear = 3;
const mostCrossed = 0.4;
/** Share of a fill that is not at its edge, share of it where there was paper, and share of the edge along the outline. */
const leastInside = 0.4;
const leastEmpty = 0.5;
const leastAlong = 0.9;

/** Whether marks of one way fill an outline that the other sheet has: the symbol was there, with nothing in it. */
const isFill = (
  region: Region,
  marks: Uint8Array,
  { older, newer, width, height, density }: AlignedSheets,
  other: 'older' | 'newer',
): boolean => {
  if (Math.max(region.right - region.left, region.bottom - region.top) > largestSymbol * density) return false;
  const outline = other === 'older' ? older : newer;
  const reach = Math.ceil(toOutline * density);
  const isOutlined = (x: number, y: number): boolean => {
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
      for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
        if (outline[v * width + u]! < ink) return true;
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
        if (outline[at]! >= ink) empty++;
      } else {
        edge++;
        if (isOutlined(x, y)) along++;
      }
    }
  }
  // An opening in a wall that was closed is no symbol: its outline is the wall.
  const off = Math.round(clear * density);
  let [crossed, round] = [0, 0];
  const look = (x: number, y: number) => {
    round++;
    if (x >= 0 && y >= 0 && x < width && y < height && outline[y * width + x]! < ink) crossed++;
  };
  for (let x = region.left - off; x < region.right + off; x++)
    for (const y of [region.top - off, region.bottom + off]) look(x, y);
  for (let y = region.top - off; y < region.bottom + off; y++)
    for (const x of [region.left - off, region.right + off]) look(x, y);
  if (crossed > mostCrossed * round) return false;
  return inside > leastInside * (inside + edge) && empty > leastEmpty * inside && along > leastAlong * edge;
};

/** Share of the marked pixels that have ink of both sheets as near as the edge of a heavy line has. */
const shareBesideInk = (region: Region, marks: Uint8Array, sheets: AlignedSheets): number => {
  const { width } = sheets;
  const isBeside = besideInk(sheets);
  let [near, count] = [0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (marks[y * width + x] === unchanged) continue;
      count++;
      if (isBeside(x, y)) near++;
    }
  }
  return near / count;
};

/**
 * Whether a straight line was drawn with other dashes: along it now one sheet has ink, now both, and what either lacks
 * comes in many short pieces. Where other lines cross it, a hatch for one, both have ink without any dash.
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
  return pieces >= 4 && longest < 0.3 * length && shared > 0.15 * length && Math.max(was, is) > mostlyInk * length;
};
