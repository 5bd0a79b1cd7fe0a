import type { PageText, Word } from '../../../domain/page-text.ts';
import { centre, type Match, type Matrix } from '../geometry.ts';
import { findConsensus } from './consensus.ts';
import { maximumWordOccurrences } from './thresholds.ts';

export interface TextAlignment {
  /** Maps points of the older sheet to points of the newer one. */
  matrix: Matrix;
  /** Share of the words common to both sheets that lie where the matrix maps them, 0..1. */
  confidence: number;
  inliers: number;
}

const bySpelling = (words: readonly Word[]): Map<string, Word[]> => {
  const map = new Map<string, Word[]>();
  for (const word of words) {
    if (word.text.length < 2 && !/\p{L}|\p{N}/u.test(word.text)) continue;
    const list = map.get(word.text);
    if (list) list.push(word);
    else map.set(word.text, [word]);
  }
  return map;
};

/** Aligns two sheets by their common words. Returns null when there are too few of them. */
export const alignByText = (older: PageText, newer: PageText): TextAlignment | null => {
  const [from, to] = [bySpelling(older.words), bySpelling(newer.words)];
  const matches: Match[] = [];
  let common = 0;
  for (const [text, olderWords] of from) {
    const newerWords = to.get(text);
    if (!newerWords || olderWords.length > maximumWordOccurrences || newerWords.length > maximumWordOccurrences)
      continue;
    common += Math.min(olderWords.length, newerWords.length);
    for (const a of olderWords) {
      for (const b of newerWords) matches.push({ from: centre(a), to: centre(b) });
    }
  }
  if (common < 8) return null;
  const { width, height } = newer;
  const found = findConsensus(matches, { tolerances: [1, 0.5, 0.25, 0.12], width, height });
  if (!found || found.inliers.length < 8 || found.spread < 4) return null;
  const confidence = Math.min(1, found.inliers.length / common);
  return confidence < 0.2 ? null : { matrix: found.matrix, confidence, inliers: found.inliers.length };
};
