import type { PageText, Word } from '../../../domain/page-text.ts';
import type { Matrix } from '../geometry.ts';
import { moveWords } from '../read/move-words.ts';
import { Spellings } from '../read/spellings.ts';
import { type Flock, findFlocks } from './moved-words.ts';
import { findSlidTables, type SlidTable } from './slid-rows.ts';

/** Points that words of one spelling may stand apart and still be at one place. */
export const still = 1;

/** What the words of two aligned sheets tell of the parts that moved, before either is looked at. */
export interface MovedTexts {
  /** The older sheet's words where they stand on the newer one, and those of them that left their place. */
  older: Word[];
  gone: Word[];
  /** Words that went one way together. */
  flocks: Flock[];
  /** Tables whose rows slid. */
  tables: SlidTable[];
}

/** @param matrix points of the older sheet to points of the newer one */
export const findMovedTexts = (older: PageText, newer: PageText, matrix: Matrix): MovedTexts => {
  const ours = moveWords(older.words, matrix);
  const theirs = newer.words;
  const [known, expected] = [new Spellings(theirs), new Spellings(ours)];
  const none = { x: 0, y: 0 };
  const gone = ours.filter((word) => !known.at(word, none, still));
  const come = theirs.filter((word) => !expected.at(word, none, still));
  return { older: ours, gone, flocks: findFlocks(gone, come, theirs), tables: findSlidTables(ours, theirs) };
};
