import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Box, gaps, inflate, overlapArea } from '../geometry.ts';
import { shareOnBoth } from './beside-ink.ts';
import { eachMark } from './each-mark.ts';
import { isHollow } from './hollow.ts';
import { recoloured, unchanged } from './ink-difference.ts';
import { marksIn, toPoints } from './marks.ts';
import { findPatches, type Region } from './regions.ts';
import { splitSparse } from './split-sparse.ts';
import { splitThickened } from './split-thickened.ts';
import { splitWays } from './split-ways.ts';

/** Ink nearer than this belongs to one patch, points (about 2 mm). */
const togetherness = 5.7;

/** What a patch of changed ink must have: marked pixels, at a density of one pixel a point, and the share of strong ones. */
export interface Least {
  ink: number;
  sure: number;
}
/** Pixels of thickness below which faint ink is a line, and points that such a line must run. */
const sliver = 3;
const shortestLine = 34;
/** Pieces that a patch may hold beside lines drawn heavier or finer. */
const mostPieces = 4;
/** About 2 mm of a thin line. */
export const sharpest: Least = { ink: 10, sure: 0.2 };
export const softest: Least = { ink: 6, sure: 0.03 };

/** Points of breadth, and pixels at a density of one a point, from which no accident of rendering is as large. */
const broad = 12;
const massive = 500;
const sureOfMassive = 0.02;

/** Pixels of thickness that a line may gain or lose as renderers round its edges. */
const rounding = 1.4;
/** Pixels beside a streak that belong to the line along it. */
const along = 3;

/** Marks that say less count less. */
const weightOf = ({ added, removed, faint }: Region): number => added + removed - faint / 2;
/** A difference held back that is larger than this, in pixels at a density of one a point, is counted. */
const notable = 30;

export interface FoundGraphics {
  changes: Change[];
  /** Larger patches that were taken for accidents of rendering. */
  suppressed: number;
}

/** Pixels at a density of one a point that came or went beside much more of the other way, and count all the same. */
const telling = 150;

const kindOf = ({ added, removed, recoloured }: Region, density: number): Change['kind'] => {
  if (recoloured > 0.5 * (added + removed)) return 'restyled';
  const share = added / (added + removed);
  if (Math.min(added, removed) > telling * density) return 'graphic_changed';
  return share > 0.8 ? 'graphic_added' : share < 0.2 ? 'graphic_removed' : 'graphic_changed';
};

/** Share of its marks where a text has ink on both sheets that is drawn in another tone. */
const toned = 0.7;

/** Whether the text that both sheets have is drawn in another tone, which has the marks of ink that came or went. */
const isToned = (region: Region, marks: Uint8Array, keptText: readonly Box[], sheets: AlignedSheets): boolean => {
  const box = toPoints(region, sheets.density);
  if (!keptText.some((word) => overlapArea(inflate(word, 2), box) >= box.width * box.height)) return false;
  return shareOnBoth(region, marks, sheets) >= toned;
};

const changeOf = (region: Region, density: number): Change => ({
  kind: kindOf(region, density),
  box: toPoints(region, density),
  text: null,
  addedInk: region.added,
  removedInk: region.removed,
});

export const findGraphicChanges = (
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: Least,
): FoundGraphics => {
  const { width, height, density } = sheets;
  const changes: Change[] = [];
  let suppressed = 0;
  for (const { region: patch, holds } of findPatches(marks, width, height, togetherness * density)) {
    if (isSlight(patch, marks, keptText, sheets, least)) {
      if (weightOf(patch) > notable * density) suppressed++;
      continue;
    }
    const split = least === sharpest ? splitThickened(patch, marks, sheets, togetherness * density, holds) : null;
    const rest = split?.rest.filter((one) => !isSlight(one, marks, keptText, sheets, least)) ?? [];
    // Linework that goes to pieces when lines beside it are taken out is more than those lines.
    const apart = split !== null && rest.length <= mostPieces;
    if (apart) changes.push({ ...changeOf(split.restyled, density), kind: 'restyled', style: split.style });
    const patches = apart ? rest : [patch];
    for (const one of patches) {
      for (const region of splitSparse(marks, width, height, one, 50 * density, holds)) {
        const change = changeOf(region, density);
        const ways =
          change.kind === 'graphic_changed' && isHollow(change, density)
            ? splitWays(region, marks, sheets, togetherness * density, holds)
            : null;
        if (ways) {
          const own = ways.filter((way) => !isSlight(way, marks, keptText, sheets, least));
          changes.push(...own.map((way) => changeOf(way, density)));
          continue;
        }
        changes.push(isToned(region, marks, keptText, sheets) ? { ...change, kind: 'restyled' } : change);
      }
    }
  }
  return { changes, suppressed };
};

/** What rendering, another producer or a scan leave behind: specks, and ink that only sits a little aside. */
const isSlight = (
  region: Region,
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: Least,
): boolean => {
  const { density } = sheets;
  const total = region.added + region.removed;
  const box = toPoints(region, density);
  const weight = weightOf(region);
  const breadth = Math.min(region.right - region.left, region.bottom - region.top);
  // A picture's edge may be cut a pixel or two sooner.
  const ragged = breadth <= 4 && total < 0.35 * (region.right - region.left) * (region.bottom - region.top);
  const needed = ragged ? 1.5 * least.ink : least.ink;
  if (weight < needed * density || Math.max(box.width, box.height) < 2) return true;
  // Faint ink must run along its patch: specks that stand about in it are noise.
  const longest = Math.max(box.width, box.height) * density;
  if (region.faint > total / 2) {
    if (weight < 0.6 * longest) return true;
    // The sliver of an edge that a renderer leaves uncovered on one sheet looks like a short pale line.
    if (total < sliver * longest && longest < shortestLine * density) return true;
  }
  // A line drawn heavier lies nowhere far from the line that it was.
  const streak = 8 * breadth < longest && longest > shortestLine * density;
  if (least === sharpest && streak && growth(region, sheets) > rounding) return false;
  const sure = region.strong / total;
  // Pale fills are nowhere strong, nor is a hatch that crosses the one that it took the place of.
  const large = least === sharpest && breadth > broad * density && weight > massive * density;
  if (sure < (large && region.recoloured <= total / 2 ? sureOfMassive : least.sure)) return true;
  if (region.recoloured > total / 2) return false;
  // On a turned sheet the same streak steps aside now and then.
  const thin = breadth <= 2 || (breadth <= 4 && total < longest);
  if (thin && isSeam(region, marks, sheets)) return true;
  if (sure > 0.6) return false;
  // Lettering that the text layer finds unchanged was set a little differently.
  let inText = 0;
  for (const kept of keptText) {
    // Slanting letters, and those that a clip cuts off, end outside their boxes.
    const word = inflate(kept, 2);
    const { x, y } = gaps(word, box);
    if (x >= 0 || y >= 0) continue;
    const left = Math.max(word.x, box.x);
    const top = Math.max(word.y, box.y);
    const part = marksIn(marks, sheets, { x: left, y: top, width: -x, height: -y });
    inText += part.added + part.removed;
  }
  return inText > 0.7 * total;
};

/** Pixels of thickness that a streak, and what lies beside it, gained or lost. */
const growth = (region: Region, { older, newer, width, height }: AlignedSheets): number => {
  const upright = region.bottom - region.top > region.right - region.left;
  const [across, down] = upright ? [along, 0] : [0, along];
  let ink = 0;
  for (let y = Math.max(0, region.top - down); y < Math.min(height, region.bottom + down); y++) {
    for (let x = Math.max(0, region.left - across); x < Math.min(width, region.right + across); x++) {
      ink += older[y * width + x]! - newer[y * width + x]!;
    }
  }
  return Math.abs(ink) / 255 / (upright ? region.bottom - region.top : region.right - region.left);
};

/** A streak along ink that both sheets have: the edge of a fill or a line that was drawn a hair thicker. */
const isSeam = (region: Region, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  const { older, newer, width, height } = sheets;
  const solid = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const at = y * width + x;
    return older[at]! < 128 && newer[at]! < 128;
  };
  const upright = region.bottom - region.top > region.right - region.left;
  let [beside, count] = [0, 0];
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (marks[y * width + x] === unchanged) continue;
      count++;
      const near = [-2, -1, 1, 2].some((step) => (upright ? solid(x + step, y) : solid(x, y + step)));
      if (near) beside++;
    }
  }
  return beside > 0.7 * count && growth(region, sheets) < rounding;
};

/**
 * Takes away marks one pixel thick beside ink that both sheets have. A fill along the pixels ends on a whole one, this
 * one or the next, as a millionth of a point decides; it then covers the line along its edge or leaves it.
 */
export const dropSeams = (marks: Uint8Array, { older, newer, width, height }: AlignedSheets): void => {
  const thinBeside = (at: number, step: number) => {
    if (marks[at - step] !== unchanged || marks[at + step] !== unchanged) return false;
    let ink = 0;
    for (let i = at - along * step; i <= at + along * step; i += step) ink += (older[i] ?? 255) - (newer[i] ?? 255);
    if (Math.abs(ink) > rounding * 255) return false;
    // A faint fill's edge is as faint.
    const dark = Math.max(140, Math.min(older[at]!, newer[at]!) + 24);
    const solid = (beside: number) => older[beside]! < dark && newer[beside]! < dark;
    return solid(at - step) || solid(at + step);
  };
  const seams: number[] = [];
  const last = width * (height - 1);
  eachMark(marks, (at) => {
    const inside = at >= width && at < last && !(marks[at]! & recoloured);
    if (inside && (thinBeside(at, 1) || thinBeside(at, width))) seams.push(at);
  });
  for (const at of seams) marks[at] = unchanged;
};
