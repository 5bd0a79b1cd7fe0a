import type { Change } from '../change.ts';
import { distance, union } from '../geometry.ts';
import { maximumStubGapPoints, maximumStubInkShare, maximumStubSideShare } from './thresholds.ts';

const inkOf = ({ addedInk, removedInk }: Change): number => addedInk + removedInk;
const sideOf = ({ box }: Change): number => Math.max(box.width, box.height);

/** Whether linework was drawn anew: what it leaves of its former form lies around it. */
const isRedrawn = ({ kind, text }: Change): boolean =>
  text === null && (kind === 'graphic_changed' || kind === 'resized');

/** Whether a change may be the rest of another; what was only added is an object of its own. */
const mayRemain = ({ kind, text, name }: Change): boolean =>
  text === null && name === undefined && (kind === 'graphic_removed' || kind === 'graphic_changed');

const isStubOf = (stub: Change, whole: Change): boolean =>
  sideOf(stub) <= maximumStubSideShare * sideOf(whole) &&
  inkOf(stub) <= maximumStubInkShare * inkOf(whole) &&
  distance(stub.box, whole.box) <= maximumStubGapPoints;

/** Joins stubs of linework with the redrawn object beside them, the nearest one. */
export const joinStubs = (changes: readonly Change[]): Change[] => {
  const joined = new Map(changes.filter(isRedrawn).map((whole) => [whole, whole]));
  const rest = changes.filter((stub) => {
    if (!mayRemain(stub)) return !joined.has(stub);
    const [nearest] = [...joined.keys()]
      .filter((whole) => whole !== stub && isStubOf(stub, whole))
      .sort((a, b) => distance(a.box, stub.box) - distance(b.box, stub.box));
    if (!nearest) return !joined.has(stub);
    joined.delete(stub);
    const whole = joined.get(nearest)!;
    joined.set(nearest, {
      ...whole,
      box: union(whole.box, stub.box),
      addedInk: whole.addedInk + stub.addedInk,
      removedInk: whole.removedInk + stub.removedInk,
    });
    return false;
  });
  return [...rest, ...joined.values()];
};
