import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { type Box, inflate, overlapArea } from '../geometry.ts';
import { maximumLetteringBlockPoints, minimumInsideShare, minimumMovedLetteringShare } from './thresholds.ts';

const isWithin = (box: Box, around: Box): boolean =>
  overlapArea(box, inflate(around, 2)) > minimumInsideShare * box.width * box.height;

/** Returns the box, in points, of the pixels marked as added within a box; null if there are none. */
const boxOfAdded = (box: Box, marks: Uint8Array, { width, height, density }: AlignedSheets): Box | null => {
  let [left, top, right, bottom] = [width, height, -1, -1];
  const [x1, y1] = [Math.min(width, (box.x + box.width) * density), Math.min(height, (box.y + box.height) * density)];
  for (let y = Math.max(0, Math.floor(box.y * density)); y < y1; y++) {
    for (let x = Math.max(0, Math.floor(box.x * density)); x < x1; x++) {
      if (!(marks[y * width + x]! & added)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  if (right < 0) return null;
  const scale = (value: number) => value / density;
  return { x: scale(left), y: scale(top), width: scale(right + 1 - left), height: scale(bottom + 1 - top) };
};

/** Returns the share of the added linework that the older sheet has at the lettering's former position. */
const shareMoved = (
  box: Box,
  shift: { x: number; y: number },
  marks: Uint8Array,
  { width, height, density }: AlignedSheets,
): number => {
  const [dx, dy] = [Math.round(shift.x * density), Math.round(shift.y * density)];
  const went = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (marks[y * width + x]! & removed) !== 0;
  let [count, along] = [0, 0];
  const [x1, y1] = [Math.min(width, (box.x + box.width) * density), Math.min(height, (box.y + box.height) * density)];
  for (let y = Math.max(0, Math.floor(box.y * density)); y < y1; y++) {
    for (let x = Math.max(0, Math.floor(box.x * density)); x < x1; x++) {
      if (!(marks[y * width + x]! & added)) continue;
      count++;
      let found = false;
      for (let v = -1; v <= 1 && !found; v++) {
        for (let u = -1; u <= 1 && !found; u++) found = went(x - dx + u, y - dy + v);
      }
      if (found) along++;
    }
  }
  return count === 0 ? 0 : along / count;
};

const signs: Partial<Record<Change['kind'], readonly Change['kind'][]>> = {
  text_added: ['graphic_added', 'graphic_changed'],
  text_removed: ['graphic_removed', 'graphic_changed'],
};

/**
 * Joins lettering with the linework that contains it: added or removed together they are one change, and a block that
 * moved with its lettering is one moved block.
 * @param marks marks of linework only
 */
export const joinLettering = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const texts = changes.filter((change) => change.text !== null);
  const joined = new Set<Change>();
  const graphics = changes.map((change): Change => {
    const { kind, box } = change;
    if (!kind.startsWith('graphic_') || Math.max(box.width, box.height) > maximumLetteringBlockPoints) return change;
    const moved = texts.filter(
      ({ kind: sign, text }) => sign === 'text_moved' && isWithin(text!.new!.box, box) && isWithin(text!.old!.box, box),
    );
    const own = moved[0]?.text;
    let whole = change;
    if (kind === 'graphic_changed' && own) {
      const shift = { x: own.new!.box.x - own.old!.box.x, y: own.new!.box.y - own.old!.box.y };
      const came = boxOfAdded(box, marks, sheets);
      if (came && shareMoved(box, shift, marks, sheets) > minimumMovedLetteringShare) {
        for (const text of moved) joined.add(text);
        whole = {
          ...change,
          kind: 'view_moved',
          box: came,
          from: { ...came, x: came.x - shift.x, y: came.y - shift.y },
        };
      }
    }
    for (const text of texts) {
      if (joined.has(text) || !signs[text.kind]?.includes(kind) || !isWithin(text.box, box)) continue;
      joined.add(text);
      whole = {
        ...whole,
        addedInk: whole.addedInk + text.addedInk,
        removedInk: whole.removedInk + text.removedInk,
      };
    }
    return whole;
  });
  return graphics.filter((change) => !joined.has(change));
};
