import { pageId } from './corpus.ts';
import { DEPTH } from './finders.ts';
import type { AskedQuestion, FileName } from './questions.ts';

/** The quality of the answer to one question. */
export interface Judged {
  /** 1 if the first answer, or one of the first five, is right; else 0. */
  hit1: number;
  hit5: number;
  /** Normalised discounted cumulative gain of the first ten, each right page gaining 1. */
  ndcg: number;
}

export const judge = ({ answers }: AskedQuestion, found: readonly string[]): Judged => {
  const right = new Set(
    (Object.entries(answers) as [FileName, readonly number[]][]).flatMap(([name, pages]) =>
      pages.map((page) => pageId(name, page)),
    ),
  );
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  let [gained, best] = [0, 0];
  for (const [rank, id] of found.slice(0, DEPTH).entries()) if (right.has(id)) gained += gain(rank);
  for (let rank = 0; rank < Math.min(DEPTH, right.size); rank++) best += gain(rank);
  const isHit = (depth: number) => Number(found.slice(0, depth).some((id) => right.has(id)));
  return { hit1: isHit(1), hit5: isHit(5), ndcg: gained / best };
};

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
