import type { DrawnWord, PageText, Word } from '../domain/page-text.ts';
import { inReadingOrder } from '../domain/reading-order.ts';
import { minimumCertaintyRatio, sameLineTextHeights } from './thresholds/views.ts';

/** Returns a word's position rotated to horizontal: `along` increases to the right, `across` downwards. */
export const rotateToHorizontal = ({
  x,
  y,
  width,
  height,
  angle,
}: Word): { along: number; end: number; across: number; size: number } => {
  if (angle === 90) return { along: y, end: y + height, across: -(x + width / 2), size: width };
  if (angle === 180) return { along: -(x + width), end: -x, across: -(y + height / 2), size: height };
  if (angle === 270) return { along: -(y + height), end: -y, across: x + width / 2, size: width };
  return { along: x, end: x + width, across: y + height / 2, size: height };
};

/**
 * Returns words of a page in reading order, most frequent direction first, and their text: lines separated by `\n`,
 * words by a space.
 */
export const textOf = (indices: readonly number[], words: readonly Word[]): { order: number[]; text: string } => {
  const byAngle = new Map<number, number[]>();
  for (const index of indices) {
    const { angle } = words[index]!;
    byAngle.set(angle, [...(byAngle.get(angle) ?? []), index]);
  }
  const groups = [...byAngle.values()].sort((a, b) => b.length - a.length);
  const lines: number[][] = [];
  for (const group of groups) {
    const placed = group
      .map((index) => ({ index, ...rotateToHorizontal(words[index]!) }))
      .sort((a, b) => a.across - b.across);
    let line: typeof placed = [];
    const end = () => {
      const along = line.sort((a, b) => a.along - b.along).map(({ index }) => index);
      if (along.length > 0) lines.push([...inReadingOrder(along, (index) => words[index]!.text)]);
      line = [];
    };
    for (const word of placed) {
      const first = line[0];
      if (first && word.across - first.across > sameLineTextHeights * Math.min(first.size, word.size)) end();
      line.push(word);
    }
    end();
  }
  return {
    order: lines.flat(),
    text: lines.map((line) => line.map((index) => words[index]!.text).join(' ')).join('\n'),
  };
};

/** Whether drawn lettering is read well enough to be a page's text; otherwise text recognition reads the page. */
const isLegible = (lettering: readonly DrawnWord[]): boolean => {
  let [characters, certain] = [0, 0];
  for (const { text, drawn } of lettering) {
    characters += text.length;
    certain += drawn * text.length;
  }
  return characters > 0 && certain >= minimumCertaintyRatio * characters;
};

/** Returns a page whose text includes its drawn lettering, if that is legible, after the text that the file has. */
export const withLettering = (page: PageText, lettering: readonly DrawnWord[]): PageText => {
  if (!isLegible(lettering)) return page;
  const { text } = textOf([...lettering.keys()], lettering);
  return { ...page, words: [...page.words, ...lettering], text: page.text === '' ? text : `${page.text}\n${text}` };
};
