import { eachMarkIn } from './each-mark.ts';
import { countMarks, type Holds, type Region } from './regions.ts';
import {
  maximumLargeSparseAreaShare,
  maximumSparseAreaShare,
  maximumSparseFillShare,
  minimumLargeSideRatio,
} from './thresholds.ts';

interface Cells {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Cuts a patch whose box is mostly empty, such as two long lines meeting at a corner, into tight boxes. Cuts are made
 * where they save most area; slanting lines and outlines of rooms stay whole.
 * @param minimumSidePixels side in pixels below which a box is not cut
 * @param holds distinguishes the patch's own marks from others within its box
 */
export const splitSparse = (
  marks: Uint8Array,
  width: number,
  height: number,
  region: Region,
  minimumSidePixels: number,
  holds: Holds,
): Region[] => {
  const cellPixels = Math.max(4, Math.round(minimumSidePixels / 8));
  const columns = Math.ceil((region.right - region.left) / cellPixels);
  const rows = Math.ceil((region.bottom - region.top) / cellPixels);
  if (Math.min(columns, rows) * cellPixels < minimumSidePixels) return [region];
  const set = new Uint8Array(columns * rows);
  eachMarkIn(marks, width, region, (x, y) => {
    const at = Math.floor((y - region.top) / cellPixels) * columns + Math.floor((x - region.left) / cellPixels);
    if (holds(x, y)) set[at] = 1;
  });

  const tight = (area: Cells): Cells | null => {
    const out = { left: area.right, top: area.bottom, right: area.left, bottom: area.top };
    for (let y = area.top; y < area.bottom; y++) {
      for (let x = area.left; x < area.right; x++) {
        if (!set[y * columns + x]) continue;
        out.left = Math.min(out.left, x);
        out.right = Math.max(out.right, x + 1);
        out.top = Math.min(out.top, y);
        out.bottom = Math.max(out.bottom, y + 1);
      }
    }
    return out.right > out.left ? out : null;
  };
  const areaOf = (area: Cells | null) => (area ? (area.right - area.left) * (area.bottom - area.top) : 0);
  const filled = (area: Cells) => {
    let count = 0;
    for (let y = area.top; y < area.bottom; y++) {
      for (let x = area.left; x < area.right; x++) count += set[y * columns + x]!;
    }
    return count / areaOf(area);
  };
  const leaves: Cells[] = [];
  const cut = (area: Cells, depth: number) => {
    const small = Math.min(area.right - area.left, area.bottom - area.top) * cellPixels < minimumSidePixels;
    if (small || depth > 4 || filled(area) > maximumSparseFillShare) {
      leaves.push(area);
      return;
    }
    let best: { parts: [Cells, Cells]; area: number } | null = null;
    const consider = (one: Cells, other: Cells) => {
      const [a, b] = [tight(one), tight(other)];
      if (!a || !b) return;
      const sum = areaOf(a) + areaOf(b);
      if (!best || sum < best.area) best = { parts: [a, b], area: sum };
    };
    for (let x = area.left + 1; x < area.right; x++) consider({ ...area, right: x }, { ...area, left: x });
    for (let y = area.top + 1; y < area.bottom; y++) consider({ ...area, bottom: y }, { ...area, top: y });
    const found = best as { parts: [Cells, Cells]; area: number } | null;
    const huge =
      Math.min(area.right - area.left, area.bottom - area.top) * cellPixels > minimumLargeSideRatio * minimumSidePixels;
    if (!found || found.area > (huge ? maximumLargeSparseAreaShare : maximumSparseAreaShare) * areaOf(area)) {
      leaves.push(area);
      return;
    }
    for (const part of found.parts) cut(part, depth + 1);
  };
  cut({ left: 0, top: 0, right: columns, bottom: rows }, 0);
  if (leaves.length === 1) return [region];
  return leaves
    .map((leaf) =>
      countMarks(
        marks,
        width,
        height,
        region.left + leaf.left * cellPixels,
        region.top + leaf.top * cellPixels,
        Math.min(region.right, region.left + leaf.right * cellPixels),
        Math.min(region.bottom, region.top + leaf.bottom * cellPixels),
        holds,
      ),
    )
    .filter((leaf) => leaf.added + leaf.removed > 0);
};
