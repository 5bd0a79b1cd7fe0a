import { type Change, withPart } from '../change.ts';
import { cluster } from '../cluster.ts';
import { minimumInsideShare } from '../differ/thresholds.ts';
import { type Box, inflate, overlapArea } from '../geometry.ts';
import { areInRow } from './join-graphics.ts';
import { maximumLetteringBlockPoints, minimumLetteringLengthRatio } from './thresholds.ts';

const isWithin = (box: Box, around: Box): boolean =>
  overlapArea(box, inflate(around, 2)) > minimumInsideShare * box.width * box.height;

const signs: Partial<Record<Change['kind'], readonly Change['kind'][]>> = {
  text_added: ['graphic_added', 'graphic_changed', 'restyled'],
  text_removed: ['graphic_removed', 'graphic_changed', 'restyled'],
  text_moved: ['graphic_changed'],
};

/** Joins texts with the ink in their row that was added or removed with them: letters that the text layer does not know. */
const joinUnknown = (changes: readonly Change[]): Change[] => {
  // A symbol beside a text, as in a legend, is an object of its own.
  const isInk = ({ isInk: own, text, box }: Change) =>
    own === true && text === null && box.width >= minimumLetteringLengthRatio * box.height;
  const mayJoin = (change: Change, other: Change): boolean =>
    isInk(other) && signs[change.kind]?.[0] === other.kind && areInRow(change.box, other.box);
  const nodes = changes.filter((change) => isInk(change) || signs[change.kind] !== undefined);
  const rows = cluster(nodes, (a, b) => mayJoin(a, b) || mayJoin(b, a)).filter((row) => row.length > 1);
  const taken = new Set(rows.flat());
  return [
    ...changes.filter((change) => !taken.has(change)),
    ...rows.map((row) => {
      const [first, ...rest] = row.toSorted((a, b) => Number(isInk(a)) - Number(isInk(b)) || a.box.x - b.box.x);
      return rest.reduce(withPart, first!);
    }),
  ];
};

/** Joins lettering with the linework that contains it: added or removed together they are one change. */
export const joinLettering = (changes: readonly Change[]): Change[] => {
  const texts = changes.filter((change) => change.text !== null);
  const joined = new Set<Change>();
  const graphics = changes.map((change): Change => {
    const { kind, box } = change;
    const isDrawn = kind.startsWith('graphic_') || (kind === 'restyled' && change.text === null);
    if (!isDrawn || Math.max(box.width, box.height) > maximumLetteringBlockPoints) return change;
    let whole = change;
    for (const text of texts) {
      if (joined.has(text) || !signs[text.kind]?.includes(kind) || !isWithin(text.box, box)) continue;
      joined.add(text);
      whole = {
        ...whole,
        name: whole.name ?? (text.text!.new ?? text.text!.old)!.text,
        addedInk: whole.addedInk + text.addedInk,
        removedInk: whole.removedInk + text.removedInk,
      };
    }
    return whole;
  });
  return joinUnknown(graphics.filter((change) => !joined.has(change)));
};
