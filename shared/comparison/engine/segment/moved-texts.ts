import type { PageText, Word } from '../../../domain/page-text.ts';
import type { Matrix } from '../geometry.ts';
import { moveWords } from '../read/move-words.ts';
import { Spellings } from '../read/spellings.ts';
import { type Flock, findFlocks } from './moved-words.ts';
import { findSlidTables, type SlidTable } from './slid-rows.ts';

/** Maximum distance in points between words of equal spelling at the same position. */
export const positionTolerancePoints = 1;

/** Moved parts indicated by the words of two aligned sheets, before their rasters are compared. */
export interface MovedTexts {
  /** The older sheet's words in coordinates of the newer one, and those that left their position. */
  older: Word[];
  removedWords: Word[];
  /** Groups of words with a common displacement. */
  flocks: Flock[];
  /** Tables whose rows slid. */
  tables: SlidTable[];
}

/** @param matrix maps points of the older sheet to points of the newer one */
export const findMovedTexts = (older: PageText, newer: PageText, matrix: Matrix): MovedTexts => {
  const olderWords = moveWords(older.words, matrix);
  const newerWords = newer.words;
  const [known, expected] = [new Spellings(newerWords), new Spellings(olderWords)];
  const none = { x: 0, y: 0 };
  const removedWords = olderWords.filter((word) => !known.at(word, none, positionTolerancePoints));
  const addedWords = newerWords.filter((word) => !expected.at(word, none, positionTolerancePoints));
  return {
    older: olderWords,
    removedWords,
    flocks: findFlocks(removedWords, addedWords, newerWords),
    tables: findSlidTables(olderWords, newerWords),
  };
};
