import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { type Box, inflate, overlapArea } from '../geometry.ts';

/** Points: what is larger is no block or sign with lettering of its own. */
const largest = 220;
/** Share of its box that lettering has within the linework that it belongs to. */
const inside = 0.8;

const isWithin = (box: Box, around: Box): boolean =>
  overlapArea(box, inflate(around, 2)) > inside * box.width * box.height;

/** The box of those marked pixels within a box that came, points; null where none did. */
const whatCame = (box: Box, marks: Uint8Array, { width, height, density }: AlignedSheets): Box | null => {
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

/** Share of the linework that came which the older sheet holds where the lettering was: it went along. */
const shareAlong = (
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

/** Share of a block's linework that must lie where its lettering says that it went. */
const leastAlong = 0.6;

const signs: Partial<Record<Change['kind'], readonly Change['kind'][]>> = {
  text_added: ['graphic_added', 'graphic_changed'],
  text_removed: ['graphic_removed', 'graphic_changed'],
};

/**
 * Lettering belongs to the linework that it stands in: what came or went with it is one change, and a block that moved
 * with its lettering is one that moved.
 * @param marks of linework alone
 */
export const joinLettering = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const texts = changes.filter((change) => change.text !== null);
  const joined = new Set<Change>();
  const graphics = changes.map((change): Change => {
    const { kind, box } = change;
    if (!kind.startsWith('graphic_') || Math.max(box.width, box.height) > largest) return change;
    const moved = texts.filter(
      ({ kind: sign, text }) => sign === 'text_moved' && isWithin(text!.new!.box, box) && isWithin(text!.old!.box, box),
    );
    const own = moved[0]?.text;
    let whole = change;
    if (kind === 'graphic_changed' && own) {
      const shift = { x: own.new!.box.x - own.old!.box.x, y: own.new!.box.y - own.old!.box.y };
      const came = whatCame(box, marks, sheets);
      if (came && shareAlong(box, shift, marks, sheets) > leastAlong) {
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
