import type { Change } from '../change.ts';
import { type Box, inflate, overlapArea } from '../geometry.ts';
import { maximumLetteringBlockPoints, minimumInsideShare } from './thresholds.ts';

const isWithin = (box: Box, around: Box): boolean =>
  overlapArea(box, inflate(around, 2)) > minimumInsideShare * box.width * box.height;

const signs: Partial<Record<Change['kind'], readonly Change['kind'][]>> = {
  text_added: ['graphic_added', 'graphic_changed', 'restyled'],
  text_removed: ['graphic_removed', 'graphic_changed', 'restyled'],
  text_moved: ['graphic_changed'],
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
  return graphics.filter((change) => !joined.has(change));
};
