import type { Word } from '../../../domain/page-text.ts';
import { Spellings } from '../read/spellings.ts';
import { type Flock, findFlocks } from './moved-words.ts';
import { textPositionTolerancePoints } from './thresholds.ts';

/** Moved parts indicated by the words of two aligned sheets, before their rasters are compared. */
export interface MovedTexts {
  /** Words of the older sheet that left their position. */
  removedWords: Word[];
  /** Groups of words with a common displacement. */
  flocks: Flock[];
}

/** @param olderWords in coordinates of the newer sheet */
export const findMovedTexts = (olderWords: readonly Word[], newerWords: readonly Word[]): MovedTexts => {
  const [known, expected] = [new Spellings(newerWords), new Spellings(olderWords)];
  const none = { x: 0, y: 0 };
  const removedWords = olderWords.filter((word) => !known.at(word, none, textPositionTolerancePoints));
  const addedWords = newerWords.filter((word) => !expected.at(word, none, textPositionTolerancePoints));
  return {
    removedWords,
    flocks: findFlocks(removedWords, addedWords, newerWords),
  };
};
