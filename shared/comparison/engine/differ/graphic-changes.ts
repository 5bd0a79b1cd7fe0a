import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change, LineStyle } from '../change.ts';
import { type Box, gaps, inflate, overlapArea } from '../geometry.ts';
import { boxOfPieces, groupPieces, type LineEvidence, type PatchLines, penOf, styleOf } from '../lines/evidence.ts';
import type { Piece } from '../lines/piece.ts';
import { minimumChangedPoints } from '../lines/thresholds.ts';
import { shareOnBoth } from './beside-ink.ts';
import { eachMark } from './each-mark.ts';
import { isHollow } from './hollow.ts';
import { recoloured, unchanged } from './ink-difference.ts';
import { marksIn, toPoints } from './marks.ts';
import { countMarks, findPatches, type Holds, type Region } from './regions.ts';
import { splitSparse } from './split-sparse.ts';
import { arePlacesApart, splitAddedAndRemoved } from './split-ways.ts';
import {
  maximumRoundingPixels,
  maximumSliverPixels,
  maximumSymbolPoints,
  minimumBroadPoints,
  minimumFaintLinePoints,
  minimumMassivePixels,
  minimumMassiveStrongShare,
  minimumMinorityPixels,
  minimumNotablePixels,
  minimumPartInkPixels,
  minimumRestyledShare,
  minimumSharedInkShare,
  minimumSurePoints,
  patchGapPoints,
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
const weightOf = ({ added, removed, faint }: Region): number => added + removed - faint / 2;

export interface FoundGraphics {
  changes: Change[];
  /** Number of larger patches judged to be rendering artefacts. */
  suppressed: number;
}

const kindOf = ({ added, removed, recoloured }: Region, density: number): Change['kind'] => {
  if (recoloured > 0.5 * (added + removed)) return 'restyled';
  const share = added / (added + removed);
  if (Math.min(added, removed) > minimumMinorityPixels * density) return 'graphic_changed';
  return share > 0.8 ? 'graphic_added' : share < 0.2 ? 'graphic_removed' : 'graphic_changed';
};

/** Whether an unchanged text is drawn in another tone, which leaves marks like added or removed ink. */
const isToneChange = (region: Region, marks: Uint8Array, keptText: readonly Box[], sheets: AlignedSheets): boolean => {
  const box = toPoints(region, sheets.density);
  if (!keptText.some((word) => overlapArea(inflate(word, 2), box) >= box.width * box.height)) return false;
  return shareOnBoth(region, marks, sheets) >= minimumSharedInkShare;
};

const changeOf = (region: Region, density: number): Change => ({
  kind: kindOf(region, density),
  box: toPoints(region, density),
  text: null,
  addedInk: region.added,
  removedInk: region.removed,
});

/** What the linework of both sheets shows about a patch: what was restyled, and the regions that remain to be judged. */
interface Explained {
  restyled: Change[];
  rest: Region[];
}

const pointsOf = (
  { left, top, right, bottom }: Region,
  marks: Uint8Array,
  { width, density }: AlignedSheets,
  holds: Holds,
): { x: number; y: number }[] => {
  const points: { x: number; y: number }[] = [];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      if (marks[y * width + x] !== unchanged && holds(x, y))
        points.push({ x: (x + 0.5) / density, y: (y + 0.5) / density });
  return points;
};

/** Returns the part of a patch at some of its lines. */
const regionAt = (pieces: readonly Piece[], marks: Uint8Array, sheets: AlignedSheets, holds: Holds): Region => {
  const { x, y, width: w, height: h } = inflate(boxOfPieces(pieces), 1);
  const { width, height, density } = sheets;
  return countMarks(marks, width, height, x * density, y * density, (x + w) * density, (y + h) * density, holds);
};

/** Returns null for a patch without lines that differ and away from lines: fills, images, unknown lettering. */
const explainByLines = (
  patch: Region,
  own: PatchLines | undefined,
  evidence: LineEvidence,
  marks: Uint8Array,
  sheets: AlignedSheets,
  holds: Holds,
): Explained | null => {
  const { density } = sheets;
  const isTooFaint = (region: Region, length: number) =>
    length < minimumSurePoints && weightOf(region) < minimumSharpInk.ink * density;
  const box = toPoints(patch, density);
  const changed = own ? own.added + own.removed : 0;
  const restyled = (region: Region, style?: LineStyle): Change => ({
    ...changeOf(region, density),
    kind: 'restyled',
    ...(style && { style }),
  });
  const redrawn = (region: Region): Change => {
    const [style, pen] = [styleOf(own!.restyledPieces), penOf(own!.restyledPieces)];
    // Colours may have a meaning at each place, as those of demolition.
    return { ...restyled(region, style), ...(style && pen && { pen }) };
  };
  if (changed < minimumChangedPoints) {
    if (own && own.restyled >= minimumChangedPoints) return { restyled: [redrawn(patch)], rest: [] };
    const area = evidence.areaAt(box);
    if (area === 'recoloured') return { restyled: [restyled(patch)], rest: [] };
    if (area && Math.max(box.width, box.height) <= maximumSymbolPoints)
      return { restyled: [restyled(patch, area)], rest: [] };
    if (area) return null;
    return evidence.areOnLines(pointsOf(patch, marks, sheets, holds)) ? { restyled: [], rest: [] } : null;
  }
  const fill = Math.max(box.width, box.height) <= maximumSymbolPoints ? evidence.fillOf(box, own!) : undefined;
  if (fill) return { restyled: [restyled(patch, fill)], rest: [] };
  if (own!.restyled < minimumRestyledShare * (changed + own!.restyled))
    return { restyled: [], rest: isTooFaint(patch, changed) ? [] : [patch] };
  const groups = groupPieces(own!.pieces, patchGapPoints);
  return {
    restyled: [redrawn(regionAt(own!.restyledPieces, marks, sheets, holds))],
    rest: groups
      .map((group) => regionAt(group, marks, sheets, holds))
      .filter((region) => region.added + region.removed > 0 && !isTooFaint(region, 0)),
  };
};

export const findGraphicChanges = (
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: MinimumInk,
  evidence: LineEvidence | null,
): FoundGraphics => {
  const { width, height, density } = sheets;
  const changes: Change[] = [];
  let suppressed = 0;
  const { patches, indexNear } = findPatches(marks, width, height, patchGapPoints * density);
  const lines = evidence?.assign((x, y) => indexNear(Math.floor(x * density), Math.floor(y * density)));
  for (const [index, { region: patch, holds }] of patches.entries()) {
    const explained = evidence && explainByLines(patch, lines!.get(index), evidence, marks, sheets, holds);
    const isArtefact = explained
      ? explained.restyled.length + explained.rest.length === 0
      : isRenderingArtefact(patch, marks, keptText, sheets, least);
    if (isArtefact) {
      if (weightOf(patch) > minimumNotablePixels * density) suppressed++;
      continue;
    }
    changes.push(...(explained?.restyled ?? []));
    for (const one of explained?.rest ?? [patch]) {
      for (const region of splitSparse(marks, width, height, one, 50 * density, holds)) {
        if (explained && weightOf(region) < minimumPartInkPixels * density) continue;
        const change: Change = { ...changeOf(region, density), ...(evidence && !explained && { isInk: true }) };
        const ways =
          change.kind === 'graphic_changed'
            ? splitAddedAndRemoved(region, marks, sheets, patchGapPoints * density, holds)
            : null;
        if (ways && (isHollow(change, density) || (explained && arePlacesApart(ways, density)))) {
          const own = ways.filter((way) => !isRenderingArtefact(way, marks, keptText, sheets, least));
          changes.push(...own.map((way) => changeOf(way, density)));
          continue;
        }
        changes.push(isToneChange(region, marks, keptText, sheets) ? { ...change, kind: 'restyled' } : change);
      }
    }
  }
  return { changes, suppressed };
};

/** Whether a patch is an artefact of rendering, another producer or scanning: specks, and slightly displaced ink. */
const isRenderingArtefact = (
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
  const large =
    least === minimumSharpInk && breadth > minimumBroadPoints * density && weight > minimumMassivePixels * density;
  if (sure < (large && region.recoloured <= total / 2 ? minimumMassiveStrongShare : least.sure)) return true;
  if (region.recoloured > total / 2) return false;
  // On a rotated sheet the same streak is offset by a pixel in places.
  const thin = breadth <= 2 || (breadth <= 4 && total < longest);
  if (thin && isSeam(region, marks, sheets)) return true;
  if (sure > 0.6) return false;
  // Lettering that is unchanged in the text layer was rendered slightly differently.
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
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      if (marks[y * width + x] === unchanged) continue;
      count++;
      const isBesideInk = [-2, -1, 1, 2].some((step) => (upright ? solid(x + step, y) : solid(x, y + step)));
      if (isBesideInk) beside++;
    }
  }
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
