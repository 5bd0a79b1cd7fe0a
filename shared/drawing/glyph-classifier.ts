import accentWeights from './glyph-accent-weights.json' with { type: 'json' };
import { featureCount } from './glyph-features.ts';
import markedWeights from './glyph-marked-weights.json' with { type: 'json' };
import weights from './glyph-weights.json' with { type: 'json' };

/** A trained network of one hidden layer, as it is stored. */
export interface GlyphWeights {
  /** The character of each class; several look-alikes are one class. The last one, empty, is not a character. */
  classes: string[];
  hidden: number;
  /** Factors of the bytes of both layers. */
  scales: [number, number];
  /** Base64 of signed bytes: per unit the weights of its inputs and its bias. */
  layers: [string, string];
}

/** Returns the weights of a layer by input, so that inputs of 0 cost nothing. */
const byInput = (weights: Float64Array, units: number): Float64Array => {
  const inputs = weights.length / units;
  return weights.map((_, i) => weights[(i % units) * inputs + Math.floor(i / units)]!);
};

/** Returns the weights as doubles, with which the sums need no conversions. */
const decode = (text: string, scale: number): Float64Array => {
  const bytes = Buffer.from(text, 'base64');
  return Float64Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), (value) => value * scale);
};

/**
 * Adds the rows of a matrix to sums, each times its factor; those with a factor of 0 cost nothing. Four rows at a time take
 * half as long as one after the other, and the sums are the same.
 */
const addRows = (sums: Float64Array, rows: Float64Array, factors: ArrayLike<number>, count: number): void => {
  const width = sums.length;
  const found = [0, 0, 0, 0];
  let pending = 0;
  for (let i = 0; i < count; i++) {
    if (factors[i] === 0) continue;
    found[pending++] = i;
    if (pending < 4) continue;
    pending = 0;
    const [a, b, c, d] = found as [number, number, number, number];
    const [va, vb, vc, vd] = [factors[a]!, factors[b]!, factors[c]!, factors[d]!];
    const [ra, rb, rc, rd] = [a * width, b * width, c * width, d * width];
    for (let k = 0; k < width; k++)
      sums[k] = sums[k]! + rows[ra + k]! * va + rows[rb + k]! * vb + rows[rc + k]! * vc + rows[rd + k]! * vd;
  }
  for (let i = 0; i < pending; i++) {
    const value = factors[found[i]!]!;
    const row = found[i]! * width;
    for (let k = 0; k < width; k++) sums[k]! += rows[row + k]! * value;
  }
};

/** Tells which character a glyph is. */
export class GlyphClassifier {
  readonly classes: readonly string[];
  readonly #hidden: number;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #units: Float64Array;
  readonly #sums: Float64Array;

  constructor({ classes, hidden, scales, layers }: GlyphWeights = weights as unknown as GlyphWeights) {
    this.classes = classes;
    this.#hidden = hidden;
    this.#first = byInput(decode(layers[0], scales[0]), hidden);
    this.#second = byInput(decode(layers[1], scales[1]), classes.length);
    this.#units = new Float64Array(hidden);
    this.#sums = new Float64Array(classes.length);
  }

  /** Writes the logarithm of each class's probability to `out`. */
  classify(features: Float32Array, out: Float32Array): void {
    const hidden = this.#hidden;
    const units = this.#units;
    units.set(this.#first.subarray(featureCount * hidden));
    addRows(units, this.#first, features, featureCount);
    const count = this.classes.length;
    const sums = this.#sums;
    sums.set(this.#second.subarray(hidden * count));
    // About half of the units are 0.
    for (let h = 0; h < hidden; h++) units[h] = Math.max(0, units[h]!);
    addRows(sums, this.#second, units, hidden);
    let most = -Infinity;
    for (let c = 0; c < count; c++) {
      out[c] = sums[c]!;
      if (sums[c]! > most) most = sums[c]!;
    }
    let total = 0;
    for (let c = 0; c < count; c++) total += Math.exp(out[c]! - most);
    const shift = most + Math.log(total);
    for (let c = 0; c < count; c++) out[c]! -= shift;
  }
}

let trained: GlyphClassifier | undefined;
let trainedForAccents: GlyphClassifier | undefined;
let trainedForMarks: GlyphClassifier | undefined;

/** Returns the classifier of characters with the weights of the project, which are decoded once. */
export const trainedClassifier = (): GlyphClassifier => {
  trained ??= new GlyphClassifier();
  return trained;
};

/** Returns the classifier of the accents above letters, whose classes are combining characters. */
export const trainedAccentClassifier = (): GlyphClassifier => {
  trainedForAccents ??= new GlyphClassifier(accentWeights as unknown as GlyphWeights);
  return trainedForAccents;
};

/** Returns the classifier of letters with a mark that touches them, such as ł and ç, and of the i without its dot. */
export const trainedMarkedClassifier = (): GlyphClassifier => {
  trainedForMarks ??= new GlyphClassifier(markedWeights as unknown as GlyphWeights);
  return trainedForMarks;
};
