import { wordsOf } from './words.ts';

const LARGEST = 4096;
const GRAM = 3;
/** A word weighs more than each of its letter triples. */
const WORD_WEIGHT = 1;
const GRAM_WEIGHT = 0.35;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const hash = (text: string, from: number, to: number, seed: number): number => {
  let value = FNV_OFFSET ^ seed;
  for (let i = from; i < to; i++) value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
};

/**
 * A unit vector of `dimensions` numbers, best 256 to 1024, made by feature hashing (Weinberger et al., 2009): each word and
 * each letter triple of it adds ±weight at the place that its hash names, dampened by the logarithm of its count.
 * It finds texts that share words, word forms and misspellings. It knows no meaning: `lift` and `elevator` are
 * strangers to it. A text without words gives the zero vector.
 * @throws RangeError unless `dimensions` is a whole number from 1 to 4096
 */
export const embed = (text: string, dimensions = 512): number[] => {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > LARGEST)
    throw new RangeError(`dimensions must be a whole number from 1 to ${LARGEST}`);
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vector = new Float64Array(dimensions);
  const add = (value: number, weight: number) => {
    const place = value % dimensions;
    vector[place] = vector[place]! + (value & 0x40000000 ? weight : -weight);
  };
  for (const [word, count] of counts) {
    const damped = 1 + Math.log(count);
    add(hash(word, 0, word.length, 1), WORD_WEIGHT * damped);
    if (word.length <= GRAM) continue;
    const gram = (GRAM_WEIGHT * damped) / Math.sqrt(word.length - GRAM + 1);
    for (let i = 0; i + GRAM <= word.length; i++) add(hash(word, i, i + GRAM, 2), gram);
  }
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return Array.from(vector);
  const norm = Math.sqrt(sum);
  // Six places keep the vector of unit length to 1e-5 and a stored vector a third of its size.
  return Array.from(vector, (value) => Math.round((value / norm) * 1e6) / 1e6);
};

/**
 * The cosine of the angle between two vectors of one length, -1..1; 0 where one is zero.
 * @throws RangeError when their lengths differ
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
