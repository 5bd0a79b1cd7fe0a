import type { Change } from '../change.ts';
import type { TextLine } from '../read/text-lines.ts';
import { meaningOf } from '../read/text-meaning.ts';

/** How a set spells its sheet numbers, whatever their letters and digits and what stands between: `A-101` as `S201`. */
const shapeOf = (number: string): string =>
  number
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{L}/gu, 'A')
    .replace(/\d/g, '9');

/**
 * Tells what only looks like a sheet number: a window is `PF14`, a door `V14`, and neither is cited as a sheet where
 * the sheet itself is numbered `A-101`, or not at all.
 * @param own the number of the sheet
 */
export const tellTags = (changes: readonly Change[], own: string | null): Change[] => {
  const shape = own === null ? null : shapeOf(own);
  const told = (line: TextLine): TextLine =>
    meaningOf(line.text) === 'sheet_number' && shapeOf(line.text) !== shape ? { ...line, tag: true } : line;
  return changes.map((change) => {
    const { text, parts } = change;
    if (text) return { ...change, text: { ...text, old: text.old && told(text.old), new: text.new && told(text.new) } };
    return parts ? { ...change, parts: tellTags(parts, own) } : change;
  });
};
