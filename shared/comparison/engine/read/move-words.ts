import type { Word } from '../../../domain/page-text.ts';
import { applyToBox, type Matrix, rotationOf, scaleOf } from '../geometry.ts';

/** Transforms the older sheet's words to coordinates of the newer one. */
export const moveWords = (words: readonly Word[], matrix: Matrix): Word[] => {
  const scale = scaleOf(matrix);
  const turn = rotationOf(matrix);
  const quarters = Math.round(turn / 90);
  return words.map((word) => ({
    text: word.text,
    ...applyToBox(matrix, word),
    size: word.size * scale,
    angle: ((((word.angle / 90 + quarters) % 4) + 4) % 4) * 90,
    ...(word.slant === undefined ? {} : { slant: (word.slant + turn + 360) % 360 }),
  }));
};
