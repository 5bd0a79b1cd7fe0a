import type { Change, TextLine } from '../change.ts';
import { type Box, centre, contains } from '../geometry.ts';
import { meaningOf } from '../read/text-meaning.ts';

/** Returns the pattern of a sheet number, ignoring its letters, digits and separators: `A-101` and `S201` are equal. */
const shapeOf = (number: string): string =>
  number
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{L}/gu, 'A')
    .replace(/\d/g, '9');

/**
 * Marks texts that only look like sheet numbers or dimensions as tags. A window may be `PF14` and a door `V14`;
 * neither cites a sheet if the sheet's own number has another pattern or is missing. Numbers in the title block, such
 * as a project number or those of a scale bar, measure nothing.
 * @param own the number of the sheet
 */
export const markTags = (changes: readonly Change[], own: string | null, titleBlock: Box | null): Change[] => {
  const shape = own === null ? null : shapeOf(own);
  const isTag = ({ text, box }: TextLine): boolean => {
    const meaning = meaningOf(text);
    if (meaning === 'sheet_number') return shapeOf(text) !== shape;
    return meaning === 'dimension' && titleBlock !== null && contains(titleBlock, centre(box));
  };
  const withTag = (line: TextLine): TextLine => (isTag(line) ? { ...line, tag: true } : line);
  return changes.map((change) => {
    const { text, parts } = change;
    if (text)
      return { ...change, text: { ...text, old: text.old && withTag(text.old), new: text.new && withTag(text.new) } };
    return parts ? { ...change, parts: markTags(parts, own, titleBlock) } : change;
  });
};
