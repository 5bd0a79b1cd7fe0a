import type { Word } from '../../../domain/page-text.ts';
import type { Change } from '../change.ts';

const keyOf = ({ text, x, y }: Word): string => `${text} ${Math.round(x)} ${Math.round(y)}`;

/** Tells the words that changes of text tell of: linework round them is not said to come or go with them as well. */
export const toldWords = (changes: readonly Change[]): ((word: Word) => boolean) => {
  const texts = changes.flatMap((change) => [change, ...(change.parts ?? [])]).map(({ text }) => text);
  const told = new Set(texts.flatMap((text) => [text?.old, text?.new].flatMap((line) => line?.words ?? [])).map(keyOf));
  return (word) => told.has(keyOf(word));
};
