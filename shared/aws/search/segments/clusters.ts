/** Vectors per list: enough to justify a request, few enough that a search skips most of a segment. */
const LIST = 256;
/** Lists into which one step divides vectors. */
const BRANCHES = 16;
/** Vectors per branch from which its centre is computed, and rounds of k-means. */
const SAMPLE = 48;
const ROUNDS = 4;

/** Vectors grouped by similarity. */
export interface Clusters {
  /** Indices of the vectors, list by list. */
  order: Uint32Array;
  /** Where each list begins in `order`, followed by the end. */
  starts: Uint32Array;
  /** The centre of each list, quantised like the vectors: `dimensions` numbers each. */
  centres: Int8Array;
}

/** Returns the dot product of the `index`-th vector and the `other`-th of the others. */
export const dot = (
  vectors: Int8Array,
  index: number,
  others: Float32Array,
  other: number,
  dimensions: number,
): number => {
  const [a, b] = [index * dimensions, other * dimensions];
  let [first, second] = [0, 0];
  let i = 0;
  for (; i + 1 < dimensions; i += 2) {
    first += vectors[a + i]! * others[b + i]!;
    second += vectors[a + i + 1]! * others[b + i + 1]!;
  }
  if (i < dimensions) first += vectors[a + i]! * others[b + i]!;
  return first + second;
};

/**
 * Quantises a vector to 8-bit integers with the same direction: cosines change by less than 0.01. Returns undefined for
 * the zero vector.
 */
export const quantised = (vector: ArrayLike<number>): Int8Array | undefined => {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  if (largest === 0) return undefined;
  return Int8Array.from(vector, (value) => Math.round((value * 127) / largest));
};

const nearest = (vectors: Int8Array, index: number, centres: Float32Array, count: number, dimensions: number) => {
  let [best, at] = [Number.NEGATIVE_INFINITY, 0];
  for (let centre = 0; centre < count; centre++) {
    const value = dot(vectors, index, centres, centre, dimensions);
    if (value > best) [best, at] = [value, centre];
  }
  return at;
};

/** Scales sums of vectors to length 1, in place. */
const normalise = (sums: Float32Array, count: number, dimensions: number): void => {
  for (let centre = 0; centre < count; centre++) {
    const from = centre * dimensions;
    let square = 0;
    for (let i = from; i < from + dimensions; i++) square += sums[i]! * sums[i]!;
    const length = Math.sqrt(square) || 1;
    for (let i = from; i < from + dimensions; i++) sums[i]! /= length;
  }
};

/** Returns the normalised means of groups of vectors. */
const meansOf = (
  vectors: Int8Array,
  members: readonly number[],
  groupOf: (member: number, at: number) => number,
  count: number,
  dimensions: number,
): Float32Array => {
  const sums = new Float32Array(count * dimensions);
  for (const [at, member] of members.entries()) {
    const to = groupOf(member, at) * dimensions;
    const from = member * dimensions;
    for (let i = 0; i < dimensions; i++) sums[to + i]! += vectors[from + i]!;
  }
  normalise(sums, count, dimensions);
  return sums;
};

/** Divides vectors into groups by spherical k-means, with centres computed from a sample. */
const part = (vectors: Int8Array, members: readonly number[], dimensions: number): number[][] => {
  const count = Math.min(BRANCHES, Math.ceil(members.length / LIST));
  const step = Math.max(1, Math.floor(members.length / (count * SAMPLE)));
  const sample = members.filter((_, at) => at % step === 0);
  let centres = meansOf(vectors, sample, (_, at) => at % count, count, dimensions);
  // Start from single vectors: the means of random groups would all be alike.
  for (let centre = 0; centre < count; centre++) {
    const from = sample[Math.floor((centre * sample.length) / count)]! * dimensions;
    centres.set(Float32Array.from(vectors.subarray(from, from + dimensions)), centre * dimensions);
  }
  normalise(centres, count, dimensions);
  for (let round = 0; round < ROUNDS; round++) {
    const from = centres;
    centres = meansOf(
      vectors,
      sample,
      (member) => nearest(vectors, member, from, count, dimensions),
      count,
      dimensions,
    );
  }
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (const member of members) groups[nearest(vectors, member, centres, count, dimensions)]!.push(member);
  const filled = groups.filter(({ length }) => length > 0);
  if (filled.length > 1) return filled;
  // All vectors are the same, so any division will do.
  return Array.from({ length: count }, (_, i) => members.filter((_, at) => at % count === i));
};

/** Groups vectors so that a search reads only a few lists. @param vectors concatenated, `dimensions` numbers each */
export const clusterVectors = (vectors: Int8Array, dimensions: number): Clusters => {
  const count = dimensions === 0 ? 0 : vectors.length / dimensions;
  const lists: number[][] = [];
  const divide = (members: number[]): void => {
    if (members.length <= LIST * 1.5) lists.push(members);
    else for (const group of part(vectors, members, dimensions)) divide(group);
  };
  if (count > 0) divide(Array.from({ length: count }, (_, i) => i));
  const order = new Uint32Array(count);
  const starts = new Uint32Array(lists.length + 1);
  const centres = new Int8Array(lists.length * dimensions);
  let next = 0;
  for (const [i, list] of lists.entries()) {
    order.set(list, next);
    next += list.length;
    starts[i + 1] = next;
    const centre = quantised(meansOf(vectors, list, () => 0, 1, dimensions));
    if (centre) centres.set(centre, i * dimensions);
  }
  return { order, starts, centres };
};
