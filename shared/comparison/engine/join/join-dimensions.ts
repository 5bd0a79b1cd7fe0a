import type { Change } from '../change.ts';
import { gaps, union } from '../geometry.ts';
import { meaningOf } from '../read/text-meaning.ts';

/** A dimension that came or went takes its lines and arrows along. */
export const joinDimensions = (texts: readonly Change[], graphics: readonly Change[]): Change[] => {
  const left = new Set(graphics);
  const joined = texts.map((change): Change => {
    const { text } = change;
    if (!text || (change.kind !== 'text_added' && change.kind !== 'text_removed')) return change;
    const line = (text.new ?? text.old)!;
    if (meaningOf(line.text) !== 'dimension' && !/^\d{3}$/.test(line.text)) return change;
    const sign = change.kind === 'text_added' ? 'graphic_added' : 'graphic_removed';
    const level = line.angle % 180 === 0;
    let whole = change;
    for (const graphic of graphics) {
      const { x, y } = gaps(graphic.box, text.box);
      const [alongGap, acrossGap] = level ? [x, y] : [y, x];
      const breadth = level ? graphic.box.height : graphic.box.width;
      if (!left.has(graphic) || graphic.kind !== sign || breadth > 3.5 * line.size) continue;
      if (alongGap > 0.6 * line.size || acrossGap > 0.5 * line.size) continue;
      left.delete(graphic);
      whole = {
        ...whole,
        box: union(whole.box, graphic.box),
        addedInk: whole.addedInk + graphic.addedInk,
        removedInk: whole.removedInk + graphic.removedInk,
      };
    }
    return whole;
  });
  return [...joined, ...left];
};
