import type { Word } from '../page-text.ts';
import { isHyphenated } from './hyphens.ts';

/** A rectangle in points from the top left of the page. */
interface MatchBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One occurrence of a text on a page: the words it touches, and a box per line of them. */
export interface PageMatch {
  text: string;
  boxes: MatchBox[];
}

type PlacedWord = Pick<Word, 'text' | 'x' | 'y' | 'width' | 'height' | 'angle'>;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const boundsOf = ({ x: left, y: top, width, height }: PlacedWord): MatchBox => {
  return { left, top, right: left + width, bottom: top + height };
};

/** Whether a word continues the line of a box: they overlap across the reading direction by half of the lower one. */
const continues = (box: MatchBox, word: PlacedWord): boolean => {
  const isUpright = word.angle % 180 === 0;
  const [from, to, start, end] = isUpright
    ? [box.top, box.bottom, word.y, word.y + word.height]
    : [box.left, box.right, word.x, word.x + word.width];
  return Math.min(to, end) - Math.max(from, start) > Math.min(to - from, end - start) / 2;
};

const boxesOf = (words: readonly PlacedWord[]): MatchBox[] => {
  const boxes: MatchBox[] = [];
  for (const word of words) {
    const { left, top, right, bottom } = boundsOf(word);
    const last = boxes.at(-1);
    if (last && continues(last, word)) {
      last.left = Math.min(last.left, left);
      last.top = Math.min(last.top, top);
      last.right = Math.max(last.right, right);
      last.bottom = Math.max(last.bottom, bottom);
    } else boxes.push({ left, top, right, bottom });
  }
  return boxes;
};

/**
 * Returns every occurrence of a text on a page, regardless of case and of the spaces between words, in reading order.
 * @param words the page's words in reading order, in points
 */
export const findInPage = (words: readonly PlacedWord[], query: string): PageMatch[] => {
  const wanted = folded(query).trim().split(/\s+/).join(' ');
  if (wanted === '') return [];
  // Positions in the joined text at which each word starts.
  const starts: number[] = [];
  let joined = '';
  for (const [i, word] of words.entries()) {
    starts.push(joined.length);
    const next = words[i + 1];
    const isBroken = next && isHyphenated(word.text, next.text) && !continues(boundsOf(word), next);
    joined += isBroken ? folded(word.text.slice(0, -1)) : `${folded(word.text)} `;
  }
  const matches: PageMatch[] = [];
  let first = 0;
  for (let at = joined.indexOf(wanted); at >= 0; at = joined.indexOf(wanted, at + wanted.length)) {
    while (first + 1 < starts.length && starts[first + 1]! <= at) first++;
    let end = first + 1;
    while (end < starts.length && starts[end]! < at + wanted.length) end++;
    const touched = words.slice(first, end);
    matches.push({ text: touched.map(({ text }) => text).join(' '), boxes: boxesOf(touched) });
  }
  return matches;
};
