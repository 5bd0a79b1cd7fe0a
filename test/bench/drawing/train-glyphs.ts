import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fontkit from 'fontkit';
import { featureCount, featuresOf } from '../../../shared/drawing/glyph-features.ts';
import { type GlyphPart, glyphPartsOf } from '../../../shared/drawing/glyph-parts.ts';
import { startPdfium } from '../../../shared/pdf/pdfium.ts';
import { readLinework } from '../../../shared/pdf/read-linework.ts';

import { openDocument } from './render-check.ts';

/*
 * Trains the network that reads drawn characters and writes shared/drawing/glyph-weights.json:
 * node test/bench/drawing/train-glyphs.ts FONTS... [-- PDF...]
 * FONTS are folders of fonts, of which the ones below are used; the stroke fonts of test/support/hershey.json are used
 * as well. The small shapes of the PDFs, sheets whose lettering is text, are examples of what is not a character.
 */

const fontNames =
  /^(DejaVuSans(-ExtraLight|Condensed|Mono|-Oblique|-Bold)?|DejaVuSerif(Condensed)?|LiberationSans-(Regular|Bold|Italic)|LiberationSansNarrow-Regular|LiberationSerif-Regular|LiberationMono-Regular|NimbusSans-Regular|URWGothic-Book|URWBookman-Light|NimbusRoman-Regular)\.(ttf|otf)$/;
const characters = [
  ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  ...'БГДЁЖИЙЛПУФЦЧШЩЪЫЬЭЮЯбвгдёжзийклмнптфцчшщъыьэюя',
  ...'ÄÖÜäöüßÉÈÀéèàâêçåæøØñŭ',
  ...'.,:;-+=/()\'"%°#&*@<>?![]²³№~_',
];
const classes = [...characters, ''];
const hidden = 96;
const batch = 32;
const epochs = Number(process.env.EPOCHS ?? 14);
const perClass = Number(process.env.PER_CLASS ?? 160);
let state = 1;
/** A reproducible number from 0 to 1 (mulberry32). */
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};
const between = (low: number, high: number) => low + (high - low) * random();

/** Share of the examples that are not characters. */
const shareOfOthers = 0.08;

/** Strokes of a character with y down, the capitals from -1 to the baseline at 0. */
type Drawn = number[][];
const drawn = new Map<string, { drawn: Drawn; weight: number }[]>();
const addDrawn = (character: string, strokes: Drawn, weight: number) => {
  if (strokes.length > 0) drawn.set(character, [...(drawn.get(character) ?? []), { drawn: strokes, weight }]);
};

const outlineOf = (commands: { command: string; args: number[] }[], scale: number): Drawn => {
  const rings: Drawn = [];
  let ring: number[] = [];
  const put = (x: number, y: number) => ring.push(x * scale, -y * scale);
  for (const { command, args } of commands) {
    if (command === 'moveTo') {
      ring = [];
      rings.push(ring);
      put(args[0]!, args[1]!);
    } else if (command === 'lineTo') put(args[0]!, args[1]!);
    else if (command === 'closePath') ring.push(ring[0]!, ring[1]!);
    else {
      const [x0, y0] = [ring.at(-2)! / scale, -ring.at(-1)! / scale];
      for (let i = 1; i <= 6; i++) {
        const t = i / 6;
        const r = 1 - t;
        if (command === 'quadraticCurveTo') {
          const [x1, y1, x2, y2] = args as [number, number, number, number];
          put(r * r * x0 + 2 * r * t * x1 + t * t * x2, r * r * y0 + 2 * r * t * y1 + t * t * y2);
        } else {
          const [x1, y1, x2, y2, x3, y3] = args as [number, number, number, number, number, number];
          const [a, b, c, d] = [r * r * r, 3 * r * r * t, 3 * r * t * t, t * t * t];
          put(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
        }
      }
    }
  }
  return rings;
};

const readFonts = (folders: readonly string[]): void => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => fontNames.test(name))
      .map((name) => join(folder, name)),
  );
  for (const file of files) {
    const font = fontkit.openSync(file);
    const capital = font.glyphForCodePoint(72).path.bbox.maxY;
    for (const character of characters) {
      const code = character.codePointAt(0)!;
      if (!font.hasGlyphForCodePoint(code)) continue;
      const { commands } = font.glyphForCodePoint(code).path;
      addDrawn(character, outlineOf(commands, 1 / capital), file.includes('ExtraLight') ? 4 : 1);
    }
  }
  console.log(`${files.length} fonts`);
};

const readStrokeFonts = (): void => {
  const { fonts } = JSON.parse(readFileSync(new URL('../../support/hershey.json', import.meta.url), 'utf8')) as {
    fonts: Record<string, Record<string, { strokes: number[][] }>>;
  };
  for (const [name, glyphs] of Object.entries(fonts)) {
    for (const character of characters) {
      const glyph = glyphs[character];
      const strokes = glyph?.strokes.map((stroke) => stroke.map((v, i) => (i % 2 ? (v - 9) / 21 : v / 21)));
      if (strokes) addDrawn(character, strokes, name === 'futural' ? 8 : 2);
    }
  }
};

const pick = <T extends { weight: number }>(some: readonly T[]): T => {
  let left = random() * some.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = some.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
  return chosen ?? some.at(-1)!;
};

/** Writes the features of a character as some producer might draw it. */
const draw = (strokes: Drawn, out: Float32Array): void => {
  const slant = random() < 0.4 ? between(0.1, 0.32) : between(-0.05, 0.08);
  const wide = between(0.65, 1.35);
  const tilt = between(-0.04, 0.04);
  const shake = random() < 0.5 ? 0 : between(0, 0.02);
  const pieces: number[] = [];
  for (const stroke of strokes) {
    let [px, py] = [Number.NaN, Number.NaN];
    for (let i = 0; i < stroke.length; i += 2) {
      const y = stroke[i + 1]! + between(-shake, shake);
      const x = (stroke[i]! + between(-shake, shake)) * wide - slant * y;
      const turned = y + tilt * x;
      if (i > 0) pieces.push(px, py, x, turned);
      [px, py] = [x, turned];
    }
  }
  const small = random() < 0.06 ? between(0.05, 0.3) : between(-0.06, 0.06);
  const low = random() < 0.05 ? between(0, 0.3) : between(-0.05, 0.05);
  featuresOf({ pieces, top: -1 + small, baseline: low }, out);
};

const readNegatives = async (files: readonly string[]): Promise<GlyphPart[]> => {
  if (files.length === 0) return [];
  const pdf = await startPdfium();
  const all: GlyphPart[] = [];
  for (const file of files) {
    const { document, close } = openDocument(pdf, readFileSync(file));
    const page = pdf.FPDF_LoadPage(document, 0);
    const parts = glyphPartsOf(readLinework(pdf, page)).filter((part) => part.pieces.length > 12);
    const step = Math.max(1, parts.length / 1500);
    for (let i = 0; i < parts.length; i += step) all.push(parts[Math.floor(i)]!);
    pdf.FPDF_ClosePage(page);
    close();
  }
  console.log(`${all.length} shapes of drawings`);
  return all;
};

/** Writes the features of something that is not a character. */
const drawOther = (negatives: readonly GlyphPart[], out: Float32Array): void => {
  const part = random() < 0.8 ? negatives[Math.floor(random() * negatives.length)] : undefined;
  if (part) {
    const height = Math.max(part.bottom - part.top, 0.5 * (part.right - part.left));
    const top = part.bottom - height * between(0.9, 1.3);
    featuresOf({ pieces: part.pieces, top, baseline: part.bottom + between(-0.1, 0.1) * height }, out);
    return;
  }
  // Two characters of which the segmentation made one, or loose strokes.
  const pieces: number[] = [];
  const count = 5 + Math.floor(random() * 8);
  for (let i = 0; i < count; i++) pieces.push(between(0, 1.2), between(-1, 0), between(0, 1.2), between(-1, 0));
  featuresOf({ pieces, top: -1, baseline: 0 }, out);
};

/** The weights of a layer, per unit its inputs and its bias, with the state of Adam. */
class Layer {
  readonly weights: Float32Array;
  readonly gradient: Float32Array;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  readonly inputs: number;
  readonly units: number;
  #steps = 0;

  constructor(inputs: number, units: number) {
    this.inputs = inputs;
    this.units = units;
    const spread = Math.sqrt(6 / (inputs + units));
    this.weights = Float32Array.from({ length: (inputs + 1) * units }, () => between(-spread, spread));
    this.gradient = new Float32Array(this.weights.length);
    this.#mean = new Float32Array(this.weights.length);
    this.#square = new Float32Array(this.weights.length);
  }

  forward(from: Float32Array, to: Float32Array): void {
    const { inputs, weights } = this;
    for (let u = 0; u < this.units; u++) {
      const at = u * (inputs + 1);
      let sum = weights[at + inputs]!;
      for (let i = 0; i < inputs; i++) sum += weights[at + i]! * from[i]!;
      to[u] = sum;
    }
  }

  backward(from: Float32Array, error: Float32Array, back?: Float32Array): void {
    const { inputs, weights, gradient } = this;
    back?.fill(0);
    for (let u = 0; u < this.units; u++) {
      const e = error[u]!;
      if (e === 0) continue;
      const at = u * (inputs + 1);
      for (let i = 0; i < inputs; i++) gradient[at + i]! += e * from[i]!;
      if (back) for (let i = 0; i < inputs; i++) back[i]! += e * weights[at + i]!;
      gradient[at + inputs]! += e;
    }
  }

  step(rate: number): void {
    this.#steps++;
    const [a, b] = [1 - 0.9 ** this.#steps, 1 - 0.999 ** this.#steps];
    for (let i = 0; i < this.weights.length; i++) {
      const g = this.gradient[i]!;
      this.#mean[i] = 0.9 * this.#mean[i]! + 0.1 * g;
      this.#square[i] = 0.999 * this.#square[i]! + 0.001 * g * g;
      this.weights[i]! -= (rate * this.#mean[i]!) / a / (Math.sqrt(this.#square[i]! / b) + 1e-8);
    }
    this.gradient.fill(0);
  }

  /** Rounds to signed bytes. */
  packed(): { scale: number; text: string } {
    const most = this.weights.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
    const bytes = Int8Array.from(this.weights, (value) => Math.round((value / most) * 127));
    return { scale: most / 127, text: Buffer.from(bytes.buffer).toString('base64') };
  }
}

/** Writes an example to `features`. @returns its class */
const drawExample = (negatives: readonly GlyphPart[], features: Float32Array): number => {
  if (random() < shareOfOthers) {
    drawOther(negatives, features);
    return classes.length - 1;
  }
  // Digits are the most frequent characters of a drawing.
  const wanted = Math.floor(random() * (random() < 0.15 ? 10 : characters.length));
  draw(pick(drawn.get(characters[wanted]!)!).drawn, features);
  return wanted;
};

/** Turns scores into their error: the probabilities less those wanted. @returns whether the highest is the wanted one */
const toError = (scores: Float32Array, wanted: number, batch: number): boolean => {
  const most = scores.reduce((high, value) => Math.max(high, value), -Infinity);
  const isRight = scores[wanted] === most;
  let total = 0;
  for (const [c, score] of scores.entries()) {
    scores[c] = Math.exp(score - most);
    total += scores[c];
  }
  for (const [c, score] of scores.entries()) scores[c] = (score / total - (c === wanted ? 1 : 0)) / batch;
  return isRight;
};

const train = (negatives: readonly GlyphPart[]): void => {
  const first = new Layer(featureCount, hidden);
  const second = new Layer(hidden, classes.length);
  const features = new Float32Array(featureCount);
  const units = new Float32Array(hidden);
  const back = new Float32Array(hidden);
  const error = new Float32Array(classes.length);
  const perEpoch = characters.length * perClass;
  for (let epoch = 0; epoch < epochs; epoch++) {
    let right = 0;
    const rate = 0.001 * (1 + Math.cos((Math.PI * epoch) / epochs)) + 0.00005;
    for (let n = 1; n <= perEpoch; n++) {
      const wanted = drawExample(negatives, features);
      first.forward(features, units);
      for (let h = 0; h < hidden; h++) units[h] = Math.max(0, units[h]!);
      second.forward(units, error);
      if (toError(error, wanted, batch)) right++;
      second.backward(units, error, back);
      for (let h = 0; h < hidden; h++) back[h]! *= Math.sign(units[h]!);
      first.backward(features, back);
      if (n % batch === 0) for (const layer of [first, second]) layer.step(rate);
    }
    console.log(`epoch ${epoch + 1}: ${(right / perEpoch).toFixed(4)}`);
  }
  // On a line of lettering, what is not a character is no likelier than any character.
  second.weights[classes.length * (hidden + 1) - 1]! -= Math.log(shareOfOthers * characters.length);
  const [a, b] = [first.packed(), second.packed()];
  const round = (value: number) => Number(value.toPrecision(5));
  writeFileSync(
    new URL('../../../shared/drawing/glyph-weights.json', import.meta.url),
    `${JSON.stringify({ classes, hidden, scales: [round(a.scale), round(b.scale)], layers: [a.text, b.text] }, null, 2)}\n`,
  );
};

const args = process.argv.slice(2);
const split = args.includes('--') ? args.indexOf('--') : args.length;
readFonts(args.slice(0, split));
readStrokeFonts();
const missing = characters.filter((character) => !drawn.has(character));
if (missing.length > 0) throw new Error(`no font has ${missing.join(' ')}`);
train(await readNegatives(args.slice(split + 1)));
