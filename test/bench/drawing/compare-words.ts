/** Length of the longest common subsequence. */
const common = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const character of a) {
    const next = [0];
    for (let j = 0; j < b.length; j++) next.push(b[j] === character ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    row = next;
  }
  return row.at(-1)!;
};

/** Matches words that were read with those of the truth. `characters` counts the right ones. */
export const compareWords = (truth: readonly string[], words: readonly string[]) => {
  const read = [...words];
  const missed: string[] = [];
  let characters = 0;
  for (const word of truth) {
    const at = read.indexOf(word);
    if (at < 0) missed.push(word);
    else {
      read.splice(at, 1);
      characters += word.length;
    }
  }
  const wrong = [...read];
  for (const word of missed) {
    const lengths = read.map((other) => 2 * common(word, other) - other.length);
    const best = lengths.indexOf(Math.max(...lengths));
    if (best < 0 || lengths[best]! <= 0) continue;
    characters += common(word, read[best]!);
    read.splice(best, 1);
  }
  return { missed, wrong, characters };
};
