import type { Word } from '../../../domain/page-text.ts';
import type { PlacedWord } from '../differ/text-difference.ts';
import { applyToBox, centre, contains, scaleOf } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import { type MovedRegion, wordsPlace } from './moved-regions.ts';

/** Words of one spelling this far apart are the same place, in font sizes and points at least. */
const slack = (word: Word): number => Math.max(1.5, 0.45 * word.size);

/**
 * The older sheet's words where they are expected: along with the region that they stood in, unless they have an equal
 * at their own place and none where the region went.
 */
export const placeWords = (
  older: readonly Word[],
  newer: readonly Word[],
  regions: readonly MovedRegion[],
): PlacedWord[] => {
  if (regions.length === 0) return older.slice();
  const theirs = new Spellings(newer);
  const none = { x: 0, y: 0 };
  const places = regions.map((region) => ({ matrix: region.matrix, place: wordsPlace(region) }));
  return older.map((word) => {
    const stays = theirs.at(word, none, slack(word)) !== null;
    let expected: PlacedWord | null = null;
    for (const { matrix, place } of places) {
      const there: PlacedWord = {
        ...word,
        ...applyToBox(matrix, word),
        size: word.size * scaleOf(matrix),
        home: word,
      };
      if (!contains(place, centre(there))) continue;
      if (theirs.at(there, none, slack(there))) return there;
      if (!stays) expected ??= there;
    }
    return expected ?? word;
  });
};
