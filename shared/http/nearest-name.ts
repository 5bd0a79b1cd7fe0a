/** Returns the Levenshtein distance of two texts. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(same, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/**
 * Returns the known name most similar to a mistyped one; undefined if all differ in more than a third of their letters.
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const plain = name.toLowerCase().replaceAll('-', '_');
  const [best] = known
    .map((each) => ({ each, steps: distance(plain, each.replaceAll('-', '_')) }))
    .filter(({ each, steps }) => steps <= Math.max(1, Math.floor(each.length / 3)))
    .sort((a, b) => a.steps - b.steps);
  return best?.each;
};
