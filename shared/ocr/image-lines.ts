import { median } from '../domain/median.ts';
import type { PixelBox } from '../pdf/page-matrix.ts';
import type { GreyImage } from './grey.ts';

/** Maximum grey of ink. */
const INK_GREY = 150;
/** Heights of letters in inches, maximum width of a letter, or of several that touch, in heights, and minimum width. */
const MINIMUM_LETTER_INCHES = 0.025;
const MAXIMUM_LETTER_INCHES = 0.5;
const MAXIMUM_LETTER_WIDTHS = 12;
const MINIMUM_LETTER_WIDTHS = 0.06;
/** Maximum gap between letters of a line in heights, and minimum ratio of the heights of neighbours and their overlap. */
const MAXIMUM_GAP_HEIGHTS = 1.2;
const MINIMUM_HEIGHT_RATIO = 0.5;
const MINIMUM_OVERLAP_SHARE = 0.6;
/** Share of the letters of a line that are at most as high as its capitals. */
const CAPITALS_SHARE = 0.75;
/** Minimum height in inches of a letter by itself, and maximum number of lines: more are linework or noise. */
const MINIMUM_SINGLE_INCHES = 0.07;
const MOST_LINES = 200;

/** A line of lettering in an image, in its pixels. */
export interface ImageLine extends PixelBox {
  /** Height of its capitals. */
  capitals: number;
  letters: number;
}

/** Returns the connected parts of the ink that have the size of letters. */
const lettersIn = ({ data, width, height }: GreyImage, dpi: number): PixelBox[] => {
  const parents: number[] = [];
  const boxes: PixelBox[] = [];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root]!;
    for (let next = label; next !== root; ) [next, parents[next]] = [parents[next]!, root];
    return root;
  };
  const join = (a: number, b: number): void => {
    const [to, from] = [rootOf(a), rootOf(b)];
    if (to === from) return;
    parents[from] = to;
    const [box, other] = [boxes[to]!, boxes[from]!];
    box.left = Math.min(box.left, other.left);
    box.right = Math.max(box.right, other.right);
    box.top = Math.min(box.top, other.top);
    box.bottom = Math.max(box.bottom, other.bottom);
  };
  let above: { from: number; to: number; label: number }[] = [];
  for (let y = 0; y < height; y++) {
    const runs: typeof above = [];
    let first = 0;
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! >= INK_GREY) continue;
      const from = x;
      while (x < width && data[y * width + x]! < INK_GREY) x++;
      const label = boxes.length;
      parents.push(label);
      boxes.push({ left: from, right: x, top: y, bottom: y + 1 });
      while (first < above.length && above[first]!.to < from) first++;
      for (let i = first; i < above.length && above[i]!.from <= x; i++) join(above[i]!.label, label);
      runs.push({ from, to: x, label });
    }
    above = runs;
  }
  return boxes.filter(({ left, top, right, bottom }, label) => {
    const [wide, high] = [right - left, bottom - top];
    const fits = high >= MINIMUM_LETTER_INCHES * dpi && high <= MAXIMUM_LETTER_INCHES * dpi;
    return (
      parents[label] === label && fits && wide <= MAXIMUM_LETTER_WIDTHS * high && wide >= MINIMUM_LETTER_WIDTHS * high
    );
  });
};

const heightOf = ({ top, bottom }: PixelBox): number => bottom - top;

/** Whether a letter continues a line that ends with another one. */
const continues = (last: PixelBox, next: PixelBox): boolean => {
  const [a, b] = [heightOf(last), heightOf(next)];
  if (Math.min(a, b) < MINIMUM_HEIGHT_RATIO * Math.max(a, b)) return false;
  if (next.left - last.right > MAXIMUM_GAP_HEIGHTS * Math.max(a, b)) return false;
  const shared = Math.min(last.bottom, next.bottom) - Math.max(last.top, next.top);
  return shared >= MINIMUM_OVERLAP_SHARE * Math.min(a, b);
};

const lineOf = (letters: readonly PixelBox[]): ImageLine => {
  const heights = letters.map(heightOf).sort((a, b) => a - b);
  return {
    left: Math.min(...letters.map(({ left }) => left)),
    right: Math.max(...letters.map(({ right }) => right)),
    // Letters with descenders and accents are higher than others.
    top: Math.round(median(letters.map(({ top }) => top))),
    bottom: Math.round(median(letters.map(({ bottom }) => bottom))),
    capitals: heights[Math.floor(CAPITALS_SHARE * (heights.length - 1))]!,
    letters: letters.length,
  };
};

/**
 * Returns the lines of upright lettering in an image without rules, those of most letters first: parts of ink in a row that
 * have the size of letters.
 * @param dpi pixels per inch
 */
export const linesInImage = (image: GreyImage, dpi: number): ImageLine[] => {
  const found = lettersIn(image, dpi).sort((a, b) => a.left - b.left);
  const open: PixelBox[][] = [];
  const done: PixelBox[][] = [];
  for (const letter of found) {
    let best: PixelBox[] | undefined;
    for (let i = open.length - 1; i >= 0; i--) {
      const last = open[i]!.at(-1)!;
      if (letter.left - last.right > MAXIMUM_GAP_HEIGHTS * MAXIMUM_LETTER_INCHES * dpi) {
        done.push(...open.splice(i, 1));
      } else if (continues(last, letter) && (!best || last.right > best.at(-1)!.right)) {
        best = open[i];
      }
    }
    if (best) best.push(letter);
    else open.push([letter]);
  }
  return [...done, ...open]
    .map(lineOf)
    .filter(({ letters, capitals }) => letters > 1 || capitals >= MINIMUM_SINGLE_INCHES * dpi)
    .sort((a, b) => b.letters - a.letters)
    .slice(0, MOST_LINES);
};
