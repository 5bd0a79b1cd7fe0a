/** Ends a truncated text. */
const CUT = '…';

/**
 * Returns the parts of a paragraph after which a line may break: after spaces, and after hyphens and slashes in long
 * names.
 */
const partsOf = (paragraph: string): string[] => paragraph.match(/[^\s\-/_]*[-/_]+|[^\s\-/_]+|\s+/g) ?? [];

/** Breaks a part that is longer than a line between characters. */
const breakPart = (part: string, width: number, widthOf: (text: string) => number): string[] => {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of part) {
    const advance = widthOf(character);
    if (piece !== '' && used + advance > width) {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += character;
    used += advance;
  }
  return [...pieces, piece];
};

/**
 * Returns the lines of a text in a column.
 * @param width of the column, in the unit of `widthOf`
 * @param most maximum lines; if the text is truncated, the last line ends with an ellipsis
 */
export const wrapText = (text: string, width: number, widthOf: (text: string) => number, most: number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)) {
    let line = '';
    let used = 0;
    for (const part of partsOf(paragraph)) {
      const advance = widthOf(part);
      if (used + advance <= width || (line !== '' && part.trim() === '')) {
        line += part;
        used += advance;
        continue;
      }
      if (line !== '') lines.push(line.trimEnd());
      const pieces = advance <= width ? [part.trimStart()] : breakPart(part.trimStart(), width, widthOf);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
      used = widthOf(line);
    }
    lines.push(line.trimEnd());
  }
  if (lines.length <= most) return lines;
  const last = lines[most - 1] as string;
  return [...lines.slice(0, most - 1), `${last.slice(0, -1).trimEnd()}${CUT}`];
};
