import { unchanged } from './ink-difference.ts';
import { countMarks, type Holds, type Region } from './regions.ts';

interface Cells {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A cut pays when both sides together need less than this share of the area. */
const worthwhile = 0.4;
/** Very large boxes are cut sooner: nobody looks for a change in a quarter of a sheet. */
const large = 6;
const worthwhileLarge = 0.75;
const sparse = 0.15;

/**
 * Cuts a patch whose box is mostly empty, such as two long lines that meet at a corner, into boxes that fit.
 * A cut along an axis is made where it saves most; slanting lines and outlines of rooms stay whole.
 * @param shortest side in pixels below which a box is left alone
 * @param holds tells the patch's own marks from others within its box
 */
export const splitSparse = (
  marks: Uint8Array,
  width: number,
  height: number,
  region: Region,
  shortest: number,
  holds: Holds,
): Region[] => {
  const cell = Math.max(4, Math.round(shortest / 8));
  const columns = Math.ceil((region.right - region.left) / cell);
  const rows = Math.ceil((region.bottom - region.top) / cell);
  if (Math.min(columns, rows) * cell < shortest) return [region];
  const set = new Uint8Array(columns * rows);
  for (let y = region.top; y < region.bottom; y++) {
    const row = Math.floor((y - region.top) / cell) * columns;
    for (let x = region.left; x < region.right; x++) {
      if (marks[y * width + x] !== unchanged && holds(x, y)) set[row + Math.floor((x - region.left) / cell)] = 1;
    }
  }

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
    const small = Math.min(area.right - area.left, area.bottom - area.top) * cell < shortest;
    if (small || depth > 4 || filled(area) > sparse) {
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
    const huge = Math.min(area.right - area.left, area.bottom - area.top) * cell > large * shortest;
    if (!found || found.area > (huge ? worthwhileLarge : worthwhile) * areaOf(area)) {
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
        region.left + leaf.left * cell,
        region.top + leaf.top * cell,
        Math.min(region.right, region.left + leaf.right * cell),
        Math.min(region.bottom, region.top + leaf.bottom * cell),
        holds,
      ),
    )
    .filter((leaf) => leaf.added + leaf.removed > 0);
};
