import { type Box, union } from '../geometry.ts';

export interface Grouped<T> {
  box: Box;
  parts: T[];
}

/**
 * Groups changes into at most `limit` groups. Repeatedly merges the two groups whose common box is smallest, so that
 * groups stay compact, as a person would draw clouds. Every change becomes part of exactly one group.
 */
export const groupChanges = <T extends { box: Box }>(changes: readonly T[], limit: number): Grouped<T>[] => {
  const groups: (Grouped<T> | null)[] = changes.map((change) => ({ box: change.box, parts: [change] }));
  let count = groups.length;
  if (count <= limit) return groups as Grouped<T>[];

  const cost = (a: Grouped<T>, b: Grouped<T>) => {
    const { width, height } = union(a.box, b.box);
    return width + height;
  };
  // For each group the best partner after it, recomputed only where a merge affected it.
  const best = groups.map(() => ({ with: -1, cost: Number.POSITIVE_INFINITY }));
  const renew = (i: number) => {
    best[i] = { with: -1, cost: Number.POSITIVE_INFINITY };
    for (let j = i + 1; j < groups.length; j++) {
      if (!groups[j]) continue;
      const price = cost(groups[i]!, groups[j]!);
      if (price < best[i]!.cost) best[i] = { with: j, cost: price };
    }
  };
  for (let i = 0; i < groups.length; i++) renew(i);
  while (count > limit) {
    let i = -1;
    for (let k = 0; k < groups.length; k++) {
      if (groups[k] && best[k]!.with >= 0 && (i < 0 || best[k]!.cost < best[i]!.cost)) i = k;
    }
    if (i < 0) break;
    const j = best[i]!.with;
    const [a, b] = [groups[i]!, groups[j]!];
    groups[i] = { box: union(a.box, b.box), parts: [...a.parts, ...b.parts] };
    groups[j] = null;
    count--;
    for (let k = 0; k <= j; k++) {
      if (!groups[k]) continue;
      if (k === i || best[k]!.with === j || best[k]!.with === i) renew(k);
      else if (k < i) {
        const price = cost(groups[k]!, groups[i]!);
        if (price < best[k]!.cost) best[k] = { with: i, cost: price };
      }
    }
  }
  return groups.filter((group) => group !== null);
};
