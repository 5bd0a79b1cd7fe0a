import { minimumEntrySimilarityRatio } from './thresholds.ts';

/** The entries of two lists that are the same, as indices into the older and the newer list; the older ones ascend. */
export type Aligned = [older: number, newer: number][];

/** Returns the index of each key that occurs once. */
const uniqueKeys = (keys: readonly (string | null)[]): Map<string, number> => {
  const found = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [i, key] of keys.entries()) {
    if (key === null || key === '') continue;
    if (found.has(key)) repeated.add(key);
    found.set(key, i);
  }
  for (const key of repeated) found.delete(key);
  return found;
};

/** Pairs entries in order so that the sum of their similarities is highest. */
const pairInOrder = (
  older: readonly number[],
  newer: readonly number[],
  similarity: (older: number, newer: number) => number,
): Aligned => {
  const width = newer.length + 1;
  const best = new Float64Array((older.length + 1) * width);
  const scores = new Float64Array(older.length * newer.length);
  for (let i = older.length - 1; i >= 0; i--) {
    for (let j = newer.length - 1; j >= 0; j--) {
      const alike = similarity(older[i]!, newer[j]!);
      const score = alike < minimumEntrySimilarityRatio ? Number.NEGATIVE_INFINITY : alike;
      scores[i * newer.length + j] = score;
      const at = i * width + j;
      best[at] = Math.max(best[at + width]!, best[at + 1]!, score + best[at + width + 1]!);
    }
  }
  const pairs: Aligned = [];
  for (let i = 0, j = 0; i < older.length && j < newer.length; ) {
    const at = i * width + j;
    if (best[at] === scores[i * newer.length + j]! + best[at + width + 1]!) pairs.push([older[i++]!, newer[j++]!]);
    else if (best[at] === best[at + width]) i++;
    else j++;
  }
  return pairs;
};

/** Returns the longest list of pairs whose newer indices ascend: the entries that kept their order. */
export const inOrder = (pairs: Aligned): Aligned => {
  const length: number[] = [];
  const before: number[] = [];
  for (const [i, [, newer]] of pairs.entries()) {
    [length[i], before[i]] = [1, -1];
    for (let j = 0; j < i; j++)
      if (pairs[j]![1] < newer && length[j]! + 1 > length[i]!) [length[i], before[i]] = [length[j]! + 1, j];
  }
  const chain: Aligned = [];
  for (let i = length.indexOf(Math.max(...length)); i >= 0; i = before[i]!) chain.unshift(pairs[i]!);
  return chain;
};

/**
 * Aligns two lists. Entries with the same key, unique on both sides, are the same in any order. Of the rest, those
 * between the same neighbours are the same if they are similar.
 * @param keys the keys of the older and the newer entries, null without; null to align by similarity alone
 * @param similarity of an older and a newer entry, 0 to 1, by their indices
 */
export const alignLists = (
  counts: readonly [older: number, newer: number],
  keys: readonly [older: readonly (string | null)[], newer: readonly (string | null)[]] | null,
  similarity: (older: number, newer: number) => number,
): Aligned => {
  const [older, newer] = counts.map((count) => Array.from({ length: count }, (_, i) => i)) as [number[], number[]];
  if (!keys) return pairInOrder(older, newer, similarity);
  const theirs = uniqueKeys(keys[1]);
  const pairs = [...uniqueKeys(keys[0])].flatMap(
    ([key, i]): Aligned => (theirs.has(key) ? [[i, theirs.get(key)!]] : []),
  );
  const [was, is] = [new Map(pairs), new Map(pairs.map(([i, j]) => [j, i]))];
  const neighbour = (from: number, step: number, paired: ReadonlyMap<number, number>, count: number): number => {
    let at = from + step;
    while (at >= 0 && at < count && !paired.has(at)) at += step;
    return at;
  };
  const rest = pairInOrder(
    older.filter((i) => !was.has(i)),
    newer.filter((j) => !is.has(j)),
    (i, j) => {
      const isBeside = [-1, 1].some((step) => {
        const [a, b] = [neighbour(i, step, was, counts[0]), neighbour(j, step, is, counts[1])];
        return was.has(a) ? was.get(a) === b : !is.has(b);
      });
      return isBeside ? similarity(i, j) : 0;
    },
  );
  return [...pairs, ...rest].sort((a, b) => a[0] - b[0]);
};
