import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fontkit from 'fontkit';
import { accentedLetters } from '../../../shared/drawing/glyph-accents.ts';
import { featureCount, featuresOf } from '../../../shared/drawing/glyph-features.ts';
import { type GlyphPart, glyphPartsOf } from '../../../shared/drawing/glyph-parts.ts';
import { startPdfium } from '../../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../../shared/pdf/pdfium-module.ts';
import { readLinework } from '../../../shared/pdf/read-linework.ts';
import { accentStrokes, type StrokeFont, strokeGlyph } from '../../support/stroke-fonts.ts';
import { openDocument } from './render-check.ts';

/*
 * Trains the networks that read drawn characters, accents above letters, and letters with a mark that touches them. It
 * writes glyph-weights.json, glyph-accent-weights.json and glyph-marked-weights.json of shared/drawing:
 * node test/bench/drawing/train-glyphs.ts FONTS... [-- PDF...]
 * With ONLY=characters, accents or marked it trains one of them.
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
/** Letters with a mark that touches them, and the i without its dot. */
const markedLetters = [...'ÅÆÇŁłĄąĘęŞşı'];
/** The accents above letters, as combining characters. */
const accents = [...'\u0300\u0301\u0302\u0303\u0306\u0307\u0308\u030a\u030b\u030c'];
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

/** Share of the examples that are not characters, and not accents. */
const shareOfOthers = 0.08;
const shareOfOtherMarks = 0.3;
const shareOfOtherLetters = 0.6;

/** Strokes of a character with y down, the capitals from -1 to the baseline at 0. */
type Drawn = number[][];
const drawn = new Map<string, { drawn: Drawn; weight: number }[]>();
const addDrawn = (character: string, strokes: Drawn, weight: number) => {
  if (strokes.length > 0) drawn.set(character, [...(drawn.get(character) ?? []), { drawn: strokes, weight }]);
};

/** The accents of fonts, as they stand above their letters. */
const drawnAccents = new Map<string, { drawn: Drawn; weight: number }[]>();

/** Adds the accent of a letter that consists of separate rings or strokes. */
const addAccent = (letter: string, strokes: Drawn, weight: number): void => {
  const [, accent, ...more] = letter.normalize('NFD');
  if (!accent || more.length > 0 || !accents.includes(accent) || !accentedLetters.has(letter)) return;
  const spans = strokes.map((stroke) => {
    const ys = stroke.filter((_, i) => i % 2 === 1);
    return { stroke, top: Math.min(...ys), bottom: Math.max(...ys) };
  });
  const body = spans.reduce((a, b) => (b.bottom > a.bottom ? b : a));
  const above = spans.filter(({ bottom }) => bottom < body.top + 0.02).map(({ stroke }) => stroke);
  if (above.length > 0) drawnAccents.set(accent, [...(drawnAccents.get(accent) ?? []), { drawn: above, weight }]);
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
    for (const character of [...characters, ...markedLetters]) {
      const code = character.codePointAt(0)!;
      if (!font.hasGlyphForCodePoint(code)) continue;
      const { commands } = font.glyphForCodePoint(code).path;
      addDrawn(character, outlineOf(commands, 1 / capital), file.includes('ExtraLight') ? 4 : 1);
    }
    for (const letter of accentedLetters) {
      const code = letter.codePointAt(0)!;
      if (!font.hasGlyphForCodePoint(code)) continue;
      addAccent(letter, outlineOf(font.glyphForCodePoint(code).path.commands, 1 / capital), 1);
    }
  }
  console.log(`${files.length} fonts`);
};

/** Returns the strokes of a character in heights of capitals. */
const strokesOf = (glyphs: StrokeFont, character: string): Drawn | undefined =>
  strokeGlyph(glyphs, character)?.strokes.map((stroke) => stroke.map((v, i) => (i % 2 ? (v - 9) / 21 : v / 21)));

const readStrokeFonts = (): void => {
  const { fonts } = JSON.parse(readFileSync(new URL('../../support/hershey.json', import.meta.url), 'utf8')) as {
    fonts: Record<string, StrokeFont>;
  };
  for (const [name, glyphs] of Object.entries(fonts)) {
    for (const character of [...characters, ...markedLetters]) {
      const strokes = strokesOf(glyphs, character);
      if (strokes) addDrawn(character, strokes, name === 'futural' ? 8 : 2);
    }
    for (const letter of accentedLetters) {
      const accent = letter.normalize('NFD')[1];
      const strokes = strokesOf(glyphs, letter);
      if (accent && accents.includes(accent) && strokes) {
        const above = strokes.slice(strokes.length - accentStrokes[accent]!.length);
        drawnAccents.set(accent, [
          ...(drawnAccents.get(accent) ?? []),
          { drawn: above, weight: name === 'futural' ? 2 : 1 },
        ]);
      }
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
  const pdf = await startPdfium(pdfiumModule());
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
  readonly #present: Int32Array;
  #steps = 0;

  constructor(inputs: number, units: number) {
    this.inputs = inputs;
    this.units = units;
    const spread = Math.sqrt(6 / (inputs + units));
    this.weights = Float32Array.from({ length: (inputs + 1) * units }, () => between(-spread, spread));
    this.gradient = new Float32Array(this.weights.length);
    this.#present = new Int32Array(inputs);
    this.#mean = new Float32Array(this.weights.length);
    this.#square = new Float32Array(this.weights.length);
  }

  /** Notes the inputs that are not 0; the others change nothing. */
  #notePresent(from: Float32Array): number {
    let count = 0;
    for (let i = 0; i < this.inputs; i++) if (from[i] !== 0) this.#present[count++] = i;
    return count;
  }

  forward(from: Float32Array, to: Float32Array): void {
    const { inputs, weights } = this;
    const present = this.#present;
    const count = this.#notePresent(from);
    for (let u = 0; u < this.units; u++) {
      const at = u * (inputs + 1);
      let sum = weights[at + inputs]!;
      for (let k = 0; k < count; k++) sum += weights[at + present[k]!]! * from[present[k]!]!;
      to[u] = sum;
    }
  }

  backward(from: Float32Array, error: Float32Array, back?: Float32Array): void {
    const { inputs, weights, gradient } = this;
    const present = this.#present;
    const count = this.#notePresent(from);
    back?.fill(0);
    for (let u = 0; u < this.units; u++) {
      const e = error[u]!;
      if (e === 0) continue;
      const at = u * (inputs + 1);
      for (let k = 0; k < count; k++) gradient[at + present[k]!]! += e * from[present[k]!]!;
      if (back) for (let k = 0; k < count; k++) back[present[k]!]! += e * weights[at + present[k]!]!;
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

/** What a network learns. */
interface Task {
  /** The texts of its classes; the last one, empty, is for what is none of them. */
  classes: string[];
  hidden: number;
  perEpoch: number;
  /** What is added to the logarithm of the last class's probability. */
  otherNats: number;
  file: string;
  /** Writes an example to `features`. @returns its class */
  example(features: Float32Array): number;
}

const characterTask = (negatives: readonly GlyphPart[]): Task => ({
  classes: [...characters, ''],
  hidden: 96,
  perEpoch: characters.length * perClass,
  // On a line of lettering, what is not a character is no likelier than any character.
  otherNats: -Math.log(shareOfOthers * characters.length),
  file: 'glyph-weights.json',
  example: (features) => {
    if (random() < shareOfOthers) {
      drawOther(negatives, features);
      return characters.length;
    }
    // Digits are the most frequent characters of a drawing.
    const wanted = Math.floor(random() * (random() < 0.15 ? 10 : characters.length));
    draw(pick(drawn.get(characters[wanted]!)!).drawn, features);
    return wanted;
  },
});

/** Characters that look like no accent when they are small. */
const unlikeAccents = characters.filter((character) => /[\p{L}\d]/u.test(character) && !/[0oOlI1ıvVu]/.test(character));

/** Writes the features of something above a letter that is no accent: a character of another line, or a shape. */
const drawOtherMark = (negatives: readonly GlyphPart[], features: Float32Array): void => {
  if (random() < 0.4) {
    drawOther(negatives, features);
    return;
  }
  const { drawn: strokes } = pick(drawn.get(unlikeAccents[Math.floor(random() * unlikeAccents.length)]!)!);
  const size = between(0.2, 0.45);
  const [x, y] = [between(-0.2, 0.4), between(-1.3, -0.6)];
  draw(
    strokes.map((stroke) => stroke.map((v, i) => v * size + (i % 2 ? y : x))),
    features,
  );
};

const accentTask = (negatives: readonly GlyphPart[]): Task => ({
  classes: [...accents, ''],
  hidden: 24,
  perEpoch: accents.length * 10 * perClass,
  otherNats: -Math.log(shareOfOtherMarks * accents.length),
  file: 'glyph-accent-weights.json',
  example: (features) => {
    if (random() < shareOfOtherMarks) {
      drawOtherMark(negatives, features);
      return accents.length;
    }
    const wanted = Math.floor(random() * accents.length);
    draw(pick(drawnAccents.get(accents[wanted]!)!).drawn, features);
    return wanted;
  },
});

const markedTask = (negatives: readonly GlyphPart[]): Task => ({
  classes: [...markedLetters, ''],
  hidden: 32,
  perEpoch: markedLetters.length * 12 * perClass,
  otherNats: 0,
  file: 'glyph-marked-weights.json',
  example: (features) => {
    if (random() < shareOfOtherLetters) {
      if (random() < 0.1) drawOther(negatives, features);
      else draw(pick(drawn.get(characters[Math.floor(random() * characters.length)]!)!).drawn, features);
      return markedLetters.length;
    }
    const wanted = Math.floor(random() * markedLetters.length);
    draw(pick(drawn.get(markedLetters[wanted]!)!).drawn, features);
    return wanted;
  },
});

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

const train = ({ classes, hidden, perEpoch, otherNats, file, example }: Task): void => {
  const first = new Layer(featureCount, hidden);
  const second = new Layer(hidden, classes.length);
  const features = new Float32Array(featureCount);
  const units = new Float32Array(hidden);
  const back = new Float32Array(hidden);
  const error = new Float32Array(classes.length);
  for (let epoch = 0; epoch < epochs; epoch++) {
    let right = 0;
    const rate = 0.001 * (1 + Math.cos((Math.PI * epoch) / epochs)) + 0.00005;
    for (let n = 1; n <= perEpoch; n++) {
      const wanted = example(features);
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
  second.weights[classes.length * (hidden + 1) - 1]! += otherNats;
  const [a, b] = [first.packed(), second.packed()];
  const round = (value: number) => Number(value.toPrecision(5));
  writeFileSync(
    new URL(`../../../shared/drawing/${file}`, import.meta.url),
    `${JSON.stringify({ classes, hidden, scales: [round(a.scale), round(b.scale)], layers: [a.text, b.text] }, null, 2)}\n`,
  );
};

const args = process.argv.slice(2);
const split = args.includes('--') ? args.indexOf('--') : args.length;
readFonts(args.slice(0, split));
readStrokeFonts();
const missing = [...characters, ...markedLetters].filter((character) => !drawn.has(character));
if (missing.length > 0) throw new Error(`no font has ${missing.join(' ')}`);
const negatives = await readNegatives(args.slice(split + 1));
for (const [name, task] of Object.entries({ characters: characterTask, accents: accentTask, marked: markedTask }))
  if ((process.env.ONLY ?? name) === name) train(task(negatives));
