import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Box, gaps, inflate } from '../geometry.ts';
import { eachMark, eachMarkIn } from './each-mark.ts';
import { recoloured, unchanged } from './ink-difference.ts';
import { marksIn, toPoints } from './marks.ts';
import type { Region } from './regions.ts';
import {
  maximumRoundingPixels,
  maximumSliverPixels,
  minimumFaintLinePoints,
  minimumMassivePixels,
  minimumMassiveStrongShare,
  streakMarginPixels,
} from './thresholds.ts';

/**
 * Minimum for a patch of changed ink: marked pixels (per pixel per point of density), and the share of strong marks.
 */
export interface MinimumInk {
  ink: number;
  sure: number;
}
/** Minimum for vector drawings: the ink of about 2 mm of a thin line. */
export const minimumSharpInk: MinimumInk = { ink: 10, sure: 0.2 };
export const minimumSoftInk: MinimumInk = { ink: 6, sure: 0.03 };

/** Returns the amount of changed ink; faint marks count half. */
export const weightOf = ({ added, removed, faint }: Region): number => added + removed - faint / 2;

/** Whether a patch is an artefact of rendering, another producer or scanning: specks, and slightly displaced ink. */
export const isRenderingArtefact = (
  region: Region,
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: MinimumInk,
): boolean => {
  const { density } = sheets;
  const total = region.added + region.removed;
  const box = toPoints(region, density);
  const weight = weightOf(region);
  const breadth = Math.min(region.right - region.left, region.bottom - region.top);
  // The edge of an image may be clipped a pixel or two earlier.
  const ragged = breadth <= 4 && total < 0.35 * (region.right - region.left) * (region.bottom - region.top);
  const needed = ragged ? 1.5 * least.ink : least.ink;
  if (weight < needed * density || Math.max(box.width, box.height) < 2) return true;
  // Faint ink must extend along its patch: scattered specks are noise.
  const longest = Math.max(box.width, box.height) * density;
  if (region.faint > total / 2) {
    if (weight < 0.6 * longest) return true;
    // An edge left uncovered by a renderer on one sheet looks like a short pale line.
    if (total < maximumSliverPixels * longest && longest < minimumFaintLinePoints * density) return true;
  }
  // A line drawn heavier stays close to the original line.
  const streak = 8 * breadth < longest && longest > minimumFaintLinePoints * density;
  if (least === minimumSharpInk && streak && thicknessChange(region, sheets) > maximumRoundingPixels) return false;
  const sure = region.strong / total;
  // Pale fills have no strong marks, nor has a hatch that crosses the one it replaces.
  const large = least === minimumSharpInk && weight > minimumMassivePixels * density;
  if (sure < (large && region.recoloured <= total / 2 ? minimumMassiveStrongShare : least.sure)) return true;
  if (region.recoloured > total / 2) return false;
  // On a rotated sheet the same streak is offset by a pixel in places.
  const thin = breadth <= 2 || (breadth <= 4 && total < longest);
  if (thin && isSeam(region, marks, sheets)) return true;
  if (sure > 0.6) return false;
  return isRedrawnText(box, total, marks, keptText, sheets);
};

/** Whether ink is that of lettering that is unchanged in the text layer and was rendered slightly differently. */
const isRedrawnText = (
  box: Box,
  total: number,
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
): boolean => {
  let inText = 0;
  for (const kept of keptText) {
    // Slanting letters, and clipped ones, extend beyond their boxes.
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

/** Returns the thickness in pixels that a streak and its margin gained or lost. */
const thicknessChange = (region: Region, { older, newer, width, height }: AlignedSheets): number => {
  const upright = region.bottom - region.top > region.right - region.left;
  const [across, down] = upright ? [streakMarginPixels, 0] : [0, streakMarginPixels];
  let ink = 0;
  for (let y = Math.max(0, region.top - down); y < Math.min(height, region.bottom + down); y++) {
    for (let x = Math.max(0, region.left - across); x < Math.min(width, region.right + across); x++) {
      ink += older[y * width + x]! - newer[y * width + x]!;
    }
  }
  return Math.abs(ink) / 255 / (upright ? region.bottom - region.top : region.right - region.left);
};

/** Whether a streak runs along ink common to both sheets: the edge of a fill or of a line that is slightly thicker. */
const isSeam = (region: Region, marks: Uint8Array, sheets: AlignedSheets): boolean => {
  const { older, newer, width, height } = sheets;
  const solid = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const at = y * width + x;
    return older[at]! < 128 && newer[at]! < 128;
  };
  const upright = region.bottom - region.top > region.right - region.left;
  let [beside, count] = [0, 0];
  eachMarkIn(marks, width, region, (x, y) => {
    count++;
    const isBesideInk = [-2, -1, 1, 2].some((step) => (upright ? solid(x + step, y) : solid(x, y + step)));
    if (isBesideInk) beside++;
  });
  return beside > 0.7 * count && thicknessChange(region, sheets) < maximumRoundingPixels;
};

/**
 * Removes marks one pixel thick beside ink common to both sheets. The edge of a fill parallel to the grid is rounded
 * to a whole pixel, so a millionth of a point decides whether the fill covers the line along its edge.
 */
export const dropSeams = (marks: Uint8Array, { older, newer, width, height }: AlignedSheets): void => {
  const thinBeside = (at: number, step: number) => {
    if (marks[at - step] !== unchanged || marks[at + step] !== unchanged) return false;
    let ink = 0;
    for (let i = at - streakMarginPixels * step; i <= at + streakMarginPixels * step; i += step)
      ink += (older[i] ?? 255) - (newer[i] ?? 255);
    if (Math.abs(ink) > maximumRoundingPixels * 255) return false;
    // The edge of a faint fill is equally faint.
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
