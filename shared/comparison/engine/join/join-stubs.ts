import { type Change, inkOf, withPart } from '../change.ts';
import { distance } from '../geometry.ts';
import {
  maximumStubBreadthPoints,
  maximumStubGapPoints,
  maximumStubInkShare,
  maximumStubSideShare,
} from './thresholds.ts';

const sideOf = ({ box }: Change): number => Math.max(box.width, box.height);

const isLinework = ({ kind, text }: Change): boolean =>
  text === null && (kind === 'resized' || kind.startsWith('graphic_'));

/** Whether a change may be the rest of another. */
const mayRemain = ({ kind, text, name, style }: Change): boolean =>
  text === null &&
  name === undefined &&
  style === undefined &&
  (kind === 'restyled' || /^graphic_(added|removed|changed)$/.test(kind));

/** Whether a change is too narrow for an object of its own, or was removed from something that was redrawn. */
const isRest = ({ kind, box }: Change, whole: Change): boolean =>
  Math.min(box.width, box.height) <= maximumStubBreadthPoints ||
  (kind !== 'graphic_added' && (whole.kind === 'graphic_changed' || whole.kind === 'resized'));

const isStubOf = (stub: Change, whole: Change): boolean =>
  isRest(stub, whole) &&
  sideOf(stub) <= maximumStubSideShare * sideOf(whole) &&
  inkOf(stub) <= maximumStubInkShare * inkOf(whole) &&
  distance(stub.box, whole.box) <= maximumStubGapPoints;

/** Joins stubs of linework with the larger change of linework beside them, the nearest one. */
export const joinStubs = (changes: readonly Change[]): Change[] => {
  const joined = new Map(changes.filter(isLinework).map((whole) => [whole, whole]));
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
