import { wordsOf } from './words.ts';

/** FNV-1a, 32 bits. */
const hash = (text: string, seed: number): number => {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) {
    value ^= text.charCodeAt(i);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
};

/** Part of a word's weight that its character trigrams carry together, so that inflections stay near. */
const TRIGRAM_WEIGHT = 0.5;

/**
 * The deterministic embedder of one machine: words and their character trigrams hashed into signed features
 * (Weinberger et al., Feature Hashing, 2009), repeated words damped, the vector of unit length. Texts that share
 * words are near; it knows no meaning. The zero vector for a text without words.
 *
 * @param dimensions of the vector, for example 512
 */
export const embed = (text: string, dimensions: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  const add = (feature: string, weight: number) => {
    const place = hash(feature, 0) % dimensions;
    const sign = hash(feature, 0x9e3779b9) & 1 ? 1 : -1;
    vector[place] = (vector[place] ?? 0) + sign * weight;
  };
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) {
    const weight = 1 + Math.log(count);
    add(word, weight);
    const padded = `^${word}$`;
    const trigrams = padded.length - 2;
    for (let i = 0; i < trigrams; i++) add(padded.slice(i, i + 3), (TRIGRAM_WEIGHT * weight) / trigrams);
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** Cosine of two vectors of unit length, -1 to 1. */
export const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};
