import type { DrawingModel } from '../../../drawing/index.ts';
import { applyToBox, type Box, boxBetween, distance, type Matrix, shareInCommon, union } from '../geometry.ts';
import { minimumSameDoorShare } from './thresholds.ts';

const doorsOf = ({ symbols }: DrawingModel): Box[] =>
  symbols.flatMap(({ kind, places }) => (kind === 'door' ? places.map(boxBetween) : []));

/** Returns the doors that another sheet does not have at the same place. */
const without = (doors: readonly Box[], others: readonly Box[]): Box[] =>
  doors.filter((door) => !others.some((other) => shareInCommon(door, other) >= minimumSameDoorShare));

/**
 * Returns the boxes of the doors that differ between two sheets, in points of the newer one: a door that is hung on the other side is
 * one, with its former and its present swing.
 * @param matrix maps points of the older sheet to points of the newer one
 */
export const changedDoors = (older: DrawingModel, newer: DrawingModel, matrix: Matrix): Box[] => {
  const [were, are] = [doorsOf(older).map((box) => applyToBox(matrix, box)), doorsOf(newer)];
  const added = new Set(without(are, were));
  const changed = without(were, are).map((was) => {
    const near = [...added].filter((is) => distance(was, is) < Math.min(was.width, was.height));
    const [is] = near.sort((a, b) => distance(was, a) - distance(was, b));
    if (!is) return was;
    added.delete(is);
    return union(was, is);
  });
  return [...changed, ...added];
};
