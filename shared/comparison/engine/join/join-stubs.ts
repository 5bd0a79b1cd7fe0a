import { type Change, inkOf, withPart } from '../change.ts';
import { distance } from '../geometry.ts';
import { maximumStubGapPoints, maximumStubInkShare, maximumStubSideShare } from './thresholds.ts';

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
    // With the stubs that it was joined with before.
    const part = joined.get(stub) ?? stub;
    joined.delete(stub);
    joined.set(nearest, withPart(joined.get(nearest)!, part));
    return false;
  });
  return [...rest, ...joined.values()];
};
