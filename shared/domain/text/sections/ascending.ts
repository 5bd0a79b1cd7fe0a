/**
 * Returns the indices of the ascending subsequence with the greatest total weight; of equal ones, that which begins
 * first. Takes n log n steps.
 * @param ranks positive integers
 */
export const heaviestAscending = (ranks: readonly number[], weights: readonly number[]): number[] => {
  const highest = ranks.reduce((most, rank) => Math.max(most, rank), 0);
  // A Fenwick tree over ranks: each node holds the best chain that ends in its range.
  const tree = new Int32Array(highest + 1).fill(-1);
  const totals: number[] = [];
  const before: number[] = [];
  let best = -1;
  for (const [i, rank] of ranks.entries()) {
    let last = -1;
    for (let node = rank - 1; node > 0; node -= node & -node) {
      const at = tree[node]!;
      if (at >= 0 && (last < 0 || totals[at]! > totals[last]!)) last = at;
    }
    before.push(last);
    totals.push(weights[i]! + (last < 0 ? 0 : totals[last]!));
    for (let node = rank; node <= highest; node += node & -node) {
      const at = tree[node]!;
      if (at < 0 || totals[i]! > totals[at]!) tree[node] = i;
    }
    if (best < 0 || totals[i]! > totals[best]!) best = i;
  }
  const chain: number[] = [];
  for (let at = best; at >= 0; at = before[at]!) chain.push(at);
  return chain.reverse();
};
