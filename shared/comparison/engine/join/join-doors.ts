import { type Change, withPart } from '../change.ts';
import { type Box, inflate, overlapArea } from '../geometry.ts';
import { minimumInsideShare, ownerMarginPoints } from './thresholds.ts';

const isInside = ({ box }: Change, door: Box): boolean => {
  // A line has no area without a margin.
  const own = inflate(box, 0.5);
  return overlapArea(own, inflate(door, ownerMarginPoints)) >= minimumInsideShare * own.width * own.height;
};

/**
 * Joins the linework that differs within a door: its leaf, its swing, and what they hid.
 * @param doors the boxes of the doors that changed, in points of the newer sheet
 */
export const joinDoors = (changes: readonly Change[], doors: readonly Box[]): Change[] => {
  const left = new Set(changes);
  const joined = doors.flatMap((door): Change[] => {
    const own = [...left].filter((change) => change.kind.startsWith('graphic_') && isInside(change, door));
    const [first, ...rest] = own;
    if (!first || rest.length === 0) return [];
    for (const change of own) left.delete(change);
    const isOneKind = rest.every(({ kind }) => kind === first.kind);
    return [rest.reduce(withPart, isOneKind ? first : { ...first, kind: 'graphic_changed' })];
  });
  return [...left, ...joined];
};
