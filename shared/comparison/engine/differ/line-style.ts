import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change, LineStyle } from '../change.ts';
import { besideInk, ink } from './beside-ink.ts';
import { unchanged } from './ink-difference.ts';
import { marksIn } from './marks.ts';
import type { Region } from './regions.ts';
import { isRetoned } from './retoned.ts';

/** Points beside a straight line that its own ink is looked for in. */
const beside = 1.2;
const straight = 1.5;
/** Points from a line at which what crosses it has left it, and its own dashes have nothing. */
const far = 3;

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
const isDashed = (
  region: Region,
  marks: Uint8Array,
  { older, newer, width, height, density }: AlignedSheets,
): boolean => {
  const [across, down] = [region.right - region.left, region.bottom - region.top];
  const level = across >= down;
  const length = Math.max(across, down);
  if (length < 20 * density) return false;
  // The straight line with the least squared distance from the marked pixels.
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
  if (spread <= 0) return false;
  const slope = (sumTC - (sumT * sumC) / n) / spread;
  const off = (sumC - slope * sumT) / n;
  const apart = Math.sqrt(Math.max(0, (sumCC - (sumC * sumC) / n - slope * (sumTC - (sumT * sumC) / n)) / n));
  if (apart > straight * density) return false;
  const reach = Math.ceil(beside * density);
  const isInked = (picture: Uint8Array, t: number, c: number): boolean => {
    const [x, y] = level ? [region.left + t, region.top + c] : [region.left + c, region.top + t];
    return x >= 0 && y >= 0 && x < width && y < height && picture[y * width + x]! < ink;
  };
  const inkAt = (picture: Uint8Array, t: number): boolean => {
    const middle = Math.round(off + slope * t);
    for (let c = middle - reach; c <= middle + reach; c++) if (isInked(picture, t, c)) return true;
    return false;
  };
  const aside = Math.ceil(far * density);
  // As far along the line as one that leans by 45° comes on its way there.
  const along = aside + reach + 1;
  const isCrossed = (t: number): boolean => {
    const middle = Math.round(off + slope * t);
    return [middle - aside, middle + aside].every((c) => {
      for (let at = t - along; at <= t + along; at++) if (isInked(older, at, c) && isInked(newer, at, c)) return true;
      return false;
    });
  };
  let [was, is, shared, pieces, longest, run] = [0, 0, 0, 0, 0, 0];
  for (let t = 0; t < length; t++) {
    const [before, after] = [inkAt(older, t), inkAt(newer, t)];
    if (before) was++;
    if (after) is++;
    if (before && after && !isCrossed(t)) shared++;
    if (before === after) run = 0;
    else if (++run === 1) pieces++;
    longest = Math.max(longest, run);
  }
  return pieces >= 4 && longest < 0.3 * length && shared > 0.15 * length && Math.max(was, is) > 0.6 * length;
};
