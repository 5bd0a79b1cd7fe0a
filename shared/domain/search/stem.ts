const VOWEL = /[aeiouy]/;

/** Removes consonant doubling before an ending (`framming` → `fram`) and a mute e, so that both forms have one stem. */
const stripEnding = (word: string): string => {
  if (/([bdfgmnprt])\1$/.test(word)) return word.slice(0, -1);
  return word.endsWith('e') && word.length > 3 ? word.slice(0, -1) : word;
};

const singular = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word)) return word.slice(0, -1);
  return word;
};

/**
 * Returns the stem of an English word after the first steps of Porter's algorithm: plurals, `-ed` and `-ing`. Derived
 * words remain distinct: `insulate` and `insulation`.
 */
export const stem = (word: string): string => {
  if (word.length < 4) return word;
  const one = singular(word);
  for (const ending of ['ing', 'ed']) {
    const root = one.slice(0, -ending.length);
    if (one.endsWith(ending) && root.length >= 3 && VOWEL.test(root)) return stripEnding(root);
  }
  return stripEnding(one);
};
