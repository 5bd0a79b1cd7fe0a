import type { Change } from '../change.ts';
import { gaps, union } from '../geometry.ts';
import { cluster } from './merge-texts.ts';

/** Parts of one thing that ink on both sheets, or a gap between letters, keeps apart. */
export const joinGraphics = (changes: readonly Change[]): Change[] =>
  cluster(changes, belongTogether).map((group) => {
    if (group.length === 1) return group[0]!;
    const addedInk = group.reduce((sum, change) => sum + change.addedInk, 0);
    const removedInk = group.reduce((sum, change) => sum + change.removedInk, 0);
    return { ...group[0]!, box: group.map((change) => change.box).reduce(union), addedInk, removedInk };
  });

const widestBridge = 36;

const belongTogether = (a: Change, b: Change): boolean => {
  if (a.kind !== b.kind) return false;
  const [one, other] = [a.box, b.box];
  const { x, y } = gaps(one, other);
  // One thing in another colour, cut where its outline is sparse.
  if (a.kind === 'restyled' && x < 4 && y < 4) return true;
  const like = (p: number, q: number, tolerance: number) => Math.abs(p - q) <= tolerance;
  // A line that runs on behind other ink.
  const upright = like(one.x, other.x, 1.5) && like(one.x + one.width, other.x + other.width, 1.5) && y < widestBridge;
  const level = like(one.y, other.y, 1.5) && like(one.y + one.height, other.y + other.height, 1.5) && x < widestBridge;
  const long = (length: number, breadth: number) => length > 3 * breadth;
  if (upright && (long(one.height, one.width) || long(other.height, other.width))) return true;
  if (level && (long(one.width, one.height) || long(other.width, other.height))) return true;
  // Words of one line of lettering.
  const tall = Math.min(one.height, other.height);
  const row = like(one.y, other.y, 0.35 * tall) && like(one.y + one.height, other.y + other.height, 0.35 * tall);
  return row && tall > 4 && tall < 60 && x < 0.9 * tall;
};
