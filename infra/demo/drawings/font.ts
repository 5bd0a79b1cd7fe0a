/**
 * Widths and vertical ink extents of Helvetica (Adobe font metrics, 1/1000 of the size), code 32 to 126,
 * so that a sheet is laid out, and its ground truth measured, before any PDF exists.
 */
export type DrawingFont = 'regular' | 'bold';

export const FONT_NAME: Record<DrawingFont, string> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

const table = (text: string): number[] => text.trim().split(/\s+/).map(Number);

const WIDTHS: Record<DrawingFont, number[]> = {
  regular:
    table(`278 278 355 556 556 889 667 222 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556
    278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722
    667 944 667 667 611 278 278 278 469 556 222 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556
    333 500 278 556 500 722 500 500 500 334 260 334 584`),
  bold: table(`278 333 474 556 556 889 722 278 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556
    333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722
    667 944 667 667 611 333 278 333 584 556 278 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611
    389 556 333 611 556 778 556 556 500 389 280 389 584`),
};

const OTHER_WIDTHS: Record<string, number> = {
  '°': 400,
  Ø: 778,
  '²': 333,
  '³': 333,
  '±': 584,
  '×': 584,
  '½': 834,
  '¼': 834,
  '¾': 834,
  '–': 556,
  '§': 556,
};

/** Lowest and highest ink of each character; both faces are within 0.01 em of it. */
const BOTTOMS = table(`0 0 463 0 -115 -19 -19 445 -208 -208 387 0 -168 215 0 -19 -19 0 0 -19 0 -19 -19 0 -19 -19
  0 -168 -8 87 -8 0 -19 0 0 -19 0 0 0 -19 0 0 -19 0 0 0 0 -19 0 -56 0 -19 0 -19 0 0 0 0 0 -196 -19 -196 264 -125 454
  -15 -15 -15 -15 -15 0 -220 0 0 -214 0 0 0 0 -14 -207 -207 0 -15 -7 -15 0 0 0 -214 0 -196 -225 -196 163`);
const TOPS =
  table(`0 718 718 698 775 710 718 718 734 734 718 506 146 345 146 737 710 710 710 710 710 698 710 698 710 710
  516 516 514 419 514 727 737 718 718 737 718 718 718 737 718 718 718 718 718 718 718 737 718 737 718 737 718 718 718
  718 718 718 718 722 737 722 698 -75 727 546 718 546 718 546 728 546 718 725 725 718 718 546 546 546 546 546 546 546
  676 532 532 532 532 532 532 722 775 722 343`);

/** Returns the width of a line of text in points. */
export const textWidth = (text: string, size: number, font: DrawingFont = 'regular'): number => {
  let width = 0;
  for (const character of text) {
    width += WIDTHS[font][character.charCodeAt(0) - 32] ?? OTHER_WIDTHS[character] ?? 600;
  }
  return (width * size) / 1000;
};

/** Returns how far the ink of a line extends above and below its baseline in points, both positive upwards. */
export const textExtent = (text: string, size: number): { top: number; bottom: number } => {
  let top = 0;
  let bottom = 0;
  for (const character of text) {
    const i = character.charCodeAt(0) - 32;
    top = Math.max(top, TOPS[i] ?? 740);
    bottom = Math.min(bottom, BOTTOMS[i] ?? -20);
  }
  return { top: (top * size) / 1000, bottom: (bottom * size) / 1000 };
};

/** Breaks a text into lines no wider than `width` points; a longer word has a line to itself. */
export const wrap = (text: string, width: number, size: number, font: DrawingFont = 'regular'): string[] => {
  const lines: string[] = [];
  const space = textWidth(' ', size, font);
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const w = textWidth(word, size, font);
    if (line !== '' && used + space + w > width) {
      lines.push(line);
      line = word;
      used = w;
    } else {
      used += line === '' ? w : space + w;
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
};

/** Returns the largest size, at most `size`, at which the text is no wider than `width`. */
export const fitSize = (text: string, width: number, size: number, font: DrawingFont = 'regular'): number =>
  Math.min(size, (size * width) / Math.max(0.01, textWidth(text, size, font)));
