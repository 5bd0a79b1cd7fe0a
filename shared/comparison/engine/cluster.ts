/** Groups entries that `belong` together, directly or transitively; keeps their order. */
export const cluster = <T>(entries: readonly T[], belong: (a: T, b: T) => boolean): T[][] => {
  const parent = entries.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at]!;
    return at;
  };
  for (let i = 0; i < entries.length; i++) {
    for (let j = i + 1; j < entries.length; j++) {
      const [a, b] = [root(i), root(j)];
      if (a !== b && belong(entries[i]!, entries[j]!)) parent[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const groups = new Map<number, T[]>();
  entries.forEach((entry, i) => {
    const key = root(i);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  });
  return [...groups.values()];
};
