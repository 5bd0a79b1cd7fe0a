import type { Word } from '../../../domain/page-text.ts';
import type { Change } from '../change.ts';

const keyOf = ({ text, x, y }: Word): string => `${text} ${Math.round(x)} ${Math.round(y)}`;

/**
 * Returns a test of whether a word belongs to a reported text change, so that linework around it does not report it
 * again.
 */
export const reportedWords = (changes: readonly Change[]): ((word: Word) => boolean) => {
  const texts = changes.flatMap((change) => [change, ...(change.parts ?? [])]).map(({ text }) => text);
  const reported = new Set(
    texts.flatMap((text) => [text?.old, text?.new].flatMap((line) => line?.words ?? [])).map(keyOf),
  );
  return (word) => reported.has(keyOf(word));
};
