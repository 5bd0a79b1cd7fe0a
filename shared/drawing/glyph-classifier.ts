import { featureCount } from './glyph-features.ts';
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
    const units = this.#units;
    const first = this.#first;
    const second = this.#second;
    const hidden = this.#hidden;
    for (let h = 0; h < hidden; h++) units[h] = first[featureCount * hidden + h]!;
    for (let i = 0; i < featureCount; i++) {
      const value = features[i]!;
      if (value === 0) continue;
      const at = i * hidden;
      for (let h = 0; h < hidden; h++) units[h]! += first[at + h]! * value;
    }
    const count = this.classes.length;
    const sums = this.#sums;
    for (let c = 0; c < count; c++) sums[c] = second[hidden * count + c]!;
    // About half of the units are 0.
    for (let h = 0; h < hidden; h++) {
      const value = units[h]!;
      if (value <= 0) continue;
      const at = h * count;
      for (let c = 0; c < count; c++) sums[c]! += second[at + c]! * value;
    }
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

/** Returns the classifier with the weights of the project, which are decoded once. */
export const trainedClassifier = (): GlyphClassifier => {
  trained ??= new GlyphClassifier();
  return trained;
};
