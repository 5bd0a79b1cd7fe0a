import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Box, centre, contains, gaps, inflate, union } from '../geometry.ts';
import { readCloud } from '../segment/clouds.ts';
import { deltaMarginPoints, maximumDeltaDistancePoints } from './thresholds.ts';

/** A revision cloud added on the newer sheet, and the area it encloses. */
export interface Cloud {
  change: Change;
  inside: Box;
}

const deltaText = /^[A-Z0-9]{1,2}$/;

/** Returns the letter of a delta beside a cloud, null for a triangle, and undefined for another change. */
const deltaBeside = (cloud: Change, inside: Box, other: Change): string | null | undefined => {
  if (contains(inflate(inside, -deltaMarginPoints), centre(other.box))) return undefined;
  const { x, y } = gaps(cloud.box, other.box);
  if (Math.max(x, y) > maximumDeltaDistancePoints) return undefined;
  const letter = other.kind === 'text_added' ? other.text!.new!.text : null;
  if (letter !== null) return deltaText.test(letter) ? letter : undefined;
  const side = Math.max(other.box.width, other.box.height);
  return other.kind === 'graphic_added' && side < maximumDeltaDistancePoints ? null : undefined;
};

/** Finds the revision clouds among the changes and adds its delta to each. */
export const joinClouds = (
  changes: readonly Change[],
  marks: Uint8Array,
  { width, height, density }: AlignedSheets,
): { changes: Change[]; clouds: Cloud[] } => {
  const rest = new Set(changes);
  const clouds: Cloud[] = [];
  for (const change of changes) {
    if (change.kind !== 'graphic_added') continue;
    const inside = readCloud(marks, width, height, change.box, density);
    if (!inside) continue;
    rest.delete(change);
    const cloud: Change = { ...change, kind: 'cloud_added' };
    for (const other of rest) {
      const letter = deltaBeside(change, inside, other);
      if (letter === undefined) continue;
      rest.delete(other);
      cloud.box = union(cloud.box, other.box);
      if (letter !== null) cloud.name = letter;
    }
    clouds.push({ change: cloud, inside });
  }
  return { changes: [...rest, ...clouds.map(({ change }) => change)], clouds };
};

const isEnclosedBy = ({ change: cloud, inside }: Cloud, change: Change): boolean =>
  cloud !== change && contains(inside, centre(change.box));

/** Whether a cloud encloses a change. */
export const isClouded = (change: Change, clouds: readonly Cloud[]): boolean =>
  clouds.some((cloud) => isEnclosedBy(cloud, change));

/** Counts the changes that a cloud encloses. Repeated changes count once for each part, clouds not at all. */
export const countInside = (cloud: Change, changes: readonly Change[], clouds: readonly Cloud[]): number => {
  const own = clouds.find(({ change }) => change === cloud);
  return changes
    .filter(({ kind }) => kind !== 'cloud_added')
    .flatMap((change) => (change.kind === 'repeated' ? change.parts! : [change]))
    .filter((change) => own && isEnclosedBy(own, change)).length;
};
