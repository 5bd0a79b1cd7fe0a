import type { Word } from './page-text.ts';

type Placed = Pick<Word, 'x' | 'y' | 'width' | 'height'>;

const overlap = (a: Placed, b: Placed): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns words, and others where there is none of the first ones. */
export const mergedWords = <T extends Placed>(words: readonly T[], others: readonly T[]): T[] => [
  ...words,
  ...others.filter((each) => !words.some((word) => overlap(word, each))),
];
