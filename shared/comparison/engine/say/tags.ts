import type { Change } from '../change.ts';
import { type Box, centre, contains } from '../geometry.ts';
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
 * the sheet itself is numbered `A-101`, or not at all. Numbers in the title block, of a project or on a scale bar,
 * measure nothing.
 * @param own the number of the sheet
 */
export const tellTags = (changes: readonly Change[], own: string | null, titleBlock: Box | null): Change[] => {
  const shape = own === null ? null : shapeOf(own);
  const isTag = ({ text, box }: TextLine): boolean => {
    const meaning = meaningOf(text);
    if (meaning === 'sheet_number') return shapeOf(text) !== shape;
    return meaning === 'dimension' && titleBlock !== null && contains(titleBlock, centre(box));
  };
  const told = (line: TextLine): TextLine => (isTag(line) ? { ...line, tag: true } : line);
  return changes.map((change) => {
    const { text, parts } = change;
    if (text) return { ...change, text: { ...text, old: text.old && told(text.old), new: text.new && told(text.new) } };
    return parts ? { ...change, parts: tellTags(parts, own, titleBlock) } : change;
  });
};
