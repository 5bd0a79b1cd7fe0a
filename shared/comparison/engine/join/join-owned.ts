import { type Change, withPart } from '../change.ts';
import { cluster } from '../cluster.ts';
import { type Box, inflate, overlapArea, union } from '../geometry.ts';
import { maximumLineBreadthPoints, minimumInsideShare, ownerMarginPoints } from './thresholds.ts';

/** Whether a change lies within an object, or is a level line that continues it, such as the end of an underline. */
const isInside = (change: Change, owner: Box): boolean => {
  // A line has no area without a margin.
  const box = inflate(change.box, 0.5);
  const around = inflate(owner, ownerMarginPoints);
  const isLine = box.height <= maximumLineBreadthPoints;
  return isLine && box.width < owner.width
    ? overlapArea(box, around) > 0
    : overlapArea(box, around) >= minimumInsideShare * box.width * box.height;
};

/** The kinds of change that say what happened to an object, the most telling first. */
const telling = ['text_changed', 'text_added', 'text_removed', 'text_moved'];
const isDetail = ({ kind }: Change): boolean =>
  kind === 'text_moved' || kind === 'restyled' || kind.startsWith('graphic_');

/**
 * Joins the changes within one object, such as the heading of a view, into the one that tells most: its lines, its
 * bubble and what only moved with them are not changes of their own.
 * @param owners the boxes of objects of both sheets, in points of the newer one
 */
export const joinOwned = (changes: readonly Change[], owners: readonly Box[]): Change[] => {
  const taken = new Set<Change>();
  const joined: Change[] = [];
  // The heading of a view on both sheets is one object.
  for (const owner of cluster(owners, (a, b) => overlapArea(a, b) > 0).map((both) => both.reduce(union))) {
    const own = changes.filter((change) => !taken.has(change) && isInside(change, owner));
    const lead = telling.flatMap((kind) => own.filter((change) => change.kind === kind))[0];
    const details = own.filter((change) => change !== lead && isDetail(change));
    if (!lead || details.length === 0) continue;
    for (const change of [lead, ...details]) taken.add(change);
    joined.push(details.reduce(withPart, lead));
  }
  return [...changes.filter((change) => !taken.has(change)), ...joined];
};
