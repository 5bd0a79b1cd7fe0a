import { wordsOf } from './words.ts';

const LARGEST = 4096;
const GRAM = 3;
/** A word is hashed to several positions, so that a chance collision decides nothing. */
const PLACES = 4;
/** Total length of a word's letter trigrams; the word itself has length 1. */
const GRAM_LENGTH = 0.8;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns the FNV-1a hash of the characters from `from` to `to`. */
const hash = (text: string, from: number, to: number): number => {
  let value = FNV_OFFSET;
  for (let i = from; i < to; i++) value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME);
  return value;
};

/** The finaliser of MurmurHash3: spreads a hash over all bits, differently for each seed. */
const mix = (hashed: number, seed: number): number => {
  let value = hashed + Math.imul(seed, 0x9e3779b9);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

/** Folds accents and ligatures: `Straße` and `STRASSE`, `étage` and `ETAGE` are one word. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');

/**
 * Returns a unit vector of `dimensions` numbers, preferably 256 to 1024, by feature hashing (Weinberger et al., 2009):
 * each word and each of its letter trigrams adds ±weight at the positions given by its hashes, damped by the logarithm
 * of its count; case and accents are ignored. It finds texts that share words, inflections and misspellings, but no
 * meaning: `lift` and `elevator` are unrelated. A text without words yields the zero vector.
 * @throws RangeError unless `dimensions` is an integer from 1 to 4096
 */
export const embed = (text: string, dimensions = 512): number[] => {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > LARGEST)
    throw new RangeError(`dimensions must be a whole number from 1 to ${LARGEST}`);
  const counts = new Map<string, number>();
  for (const word of wordsOf(folded(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vector = new Float64Array(dimensions);
  const add = (value: number, weight: number) => {
    const place = (value >>> 1) % dimensions;
    vector[place] = vector[place]! + (value & 1 ? weight : -weight);
  };
  for (const [word, count] of counts) {
    const damped = 1 + Math.log(count);
    const whole = hash(word, 0, word.length);
    for (let seed = 1; seed <= PLACES; seed++) add(mix(whole, seed), damped / Math.sqrt(PLACES));
    if (word.length <= GRAM) continue;
    const gram = (GRAM_LENGTH * damped) / Math.sqrt(word.length - GRAM + 1);
    for (let i = 0; i + GRAM <= word.length; i++) add(mix(hash(word, i, i + GRAM), 0), gram);
  }
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return Array.from(vector);
  const norm = Math.sqrt(sum);
  // Six decimals keep the vector's length within 1e-5 of 1, at a third of the stored size.
  return Array.from(vector, (value) => Math.round((value / norm) * 1e6) / 1e6);
};

/**
 * Returns the cosine of the angle between two vectors, -1 to 1; 0 if one is zero.
 * @throws RangeError if their lengths differ
 */
export const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  if (a.length !== b.length) throw new RangeError('vectors must have the same length');
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : Math.max(-1, Math.min(1, dot / Math.sqrt(aa * bb)));
};
