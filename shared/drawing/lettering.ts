import type { DrawnWord, Word } from '../domain/page-text.ts';
import { accentedPartsOf, type Band, composeReadings, likeMarked, mergeReadings, withMarked } from './glyph-accents.ts';
import {
  type GlyphClassifier,
  trainedAccentClassifier,
  trainedClassifier,
  trainedMarkedClassifier,
} from './glyph-classifier.ts';
import { depthFeature, featureCount, featuresOf } from './glyph-features.ts';
import { eachNeighbour, type GlyphPart, glyphPartsOf, joinParts, type WantedInk } from './glyph-parts.ts';
import { alphabetOf, readWord, type SpelledGlyph } from './glyph-spelling.ts';
import { Groups } from './groups.ts';
import type { Bounds, Linework } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import {
  aboveCapitalsHeights,
  accentedNats,
  belowBaselineHeights,
  capitalHeightShare,
  manyWords,
  maximumCapitalPoints,
  maximumCharacterGapHeights,
  maximumGlyphParts,
  maximumGlyphReadings,
  maximumGlyphWidthHeights,
  maximumMarkGapHeights,
  maximumPartGapHeights,
  maximumStemHeights,
  minimumAlikeCharacters,
  minimumApartHeights,
  minimumCapitalPoints,
  minimumHeightRatio,
  minimumLineProbability,
  minimumMarkDepthHeights,
  minimumReadingLogarithm,
  minimumSampledLines,
  minimumSampledSquares,
  minimumSingleProbability,
  minimumStrokesProbability,
  minimumStrongCharacterShare,
  minimumSureSampleShare,
  minimumSureWords,
  minimumTallPartHeights,
  minimumWordConfidenceRatio,
  sampledSquares,
  sampleSquarePoints,
  upsideDownMarginProbability,
  wordGapHeights,
} from './thresholds/lettering.ts';

/** A character of a line: its possible readings, and its box turned to be read from left to right. */
interface Glyph extends Bounds, SpelledGlyph {
  /** Whether its likeliest reading is that of a letter and of the accent above it. */
  isAccented: boolean;
}

/** Reading directions in degrees clockwise, in the order in which they are tried. */
const angles = [0, 270, 90, 180] as const;
type Angle = (typeof angles)[number];

const neighbourhood = { side: 14, most: 90, reach: 8 };
/** Characters that any short line or dot of a drawing resembles; a line of them alone is not lettering. */
const mereStrokes = new Set('Il1-/.,\'":;|_+=~\\()[]<>Oo0°*г!?LJjiTtVvXxyYHUunÄÀÈÉÜÖ²³zZ#ЦıİłŁęĘąĄşŞíìîïÍÌÎÏ');
const singles = /^[\p{Lu}1-9]$/u;
/** One line of so many is read first; the rest only if one of at least so many lines is lettering. */
const sampling = 6;
/** Maximum characters read of a page; each takes about 0.03 ms. */
const mostGlyphs = 60_000;

/** Returns a box turned so that lettering of the direction reads from left to right; `back` turns it back. */
const turned = ({ left, top, right, bottom }: Bounds, angle: Angle): Bounds => {
  if (angle === 90) return { left: top, top: -right, right: bottom, bottom: -left };
  if (angle === 180) return { left: -right, top: -bottom, right: -left, bottom: -top };
  if (angle === 270) return { left: -bottom, top: left, right: -top, bottom: right };
  return { left, top, right, bottom };
};
const opposite: Record<Angle, Angle> = { 0: 0, 90: 270, 180: 180, 270: 90 };

const turnedPieces = (pieces: number[], angle: Angle): number[] => {
  if (angle === 0) return pieces;
  return pieces.map((value, i) => {
    const other = pieces[i ^ 1]!;
    if (angle === 180) return -value;
    if (angle === 90) return i % 2 === 0 ? other : -other;
    return i % 2 === 0 ? -other : other;
  });
};

const heightOf = ({ top, bottom }: { top: number; bottom: number }) => bottom - top;
const widthOf = ({ left, right }: Bounds) => right - left;
const gapOf = (a: Bounds, b: Bounds) => Math.max(a.left, b.left) - Math.min(a.right, b.right);
const overlapOf = (a: Bounds, b: Bounds) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);

/** Returns a part with its box turned; its pieces are not. */
const withTurnedBox = ({ colour, pieces, ...box }: GlyphPart, angle: Angle): GlyphPart => {
  const { left, top, right, bottom } = turned(box, angle);
  return { left, top, right, bottom, colour, pieces };
};

/** Whether two parts of similar height stand side by side on one line. */
const areNeighbours = (a: GlyphPart, b: GlyphPart): boolean => {
  const [lower, higher] = heightOf(a) < heightOf(b) ? [heightOf(a), heightOf(b)] : [heightOf(b), heightOf(a)];
  if (a.colour !== b.colour || lower < minimumHeightRatio * higher || lower <= 0.3) return false;
  return gapOf(a, b) <= maximumCharacterGapHeights * higher && overlapOf(a, b) >= 0.6 * lower;
};

const bandOf = (parts: readonly Bounds[]): Band => {
  const [only] = parts;
  if (parts.length === 1 && only!.bottom > only!.top) return { top: only!.top, bottom: only!.bottom };
  const highest = Math.max(...parts.map(heightOf));
  const tall = parts.filter((part) => heightOf(part) >= 0.55 * highest);
  const bottoms = tall.map(({ bottom }) => bottom).sort((a, b) => a - b);
  const bottom = bottoms[Math.floor((bottoms.length - 1) / 2)]!;
  const standing = tall.filter((part) => Math.abs(part.bottom - bottom) < 0.2 * highest);
  return { top: Math.min(...standing.map(({ top }) => top)), bottom };
};

/**
 * Returns the line that each small one is part of: its marks and low characters stand alone after the first grouping.
 */
const hostsOf = (parts: readonly GlyphPart[], lines: readonly number[][]): Map<number, number> => {
  const lineOf = new Uint32Array(parts.length);
  for (const [line, members] of lines.entries()) for (const member of members) lineOf[member] = line;
  const bands = lines.map((members) => bandOf(members.map((index) => parts[index]!)));
  const best = new Map<number, { host: number; gap: number }>();
  const isShort = Uint8Array.from(lines, (members) => (members.length > 2 ? 0 : 1));
  const offer = (small: number, large: number) => {
    const line = lineOf[small]!;
    const host = lineOf[large]!;
    if (isShort[line] === 0) return;
    const part = parts[small]!;
    if (part.colour !== parts[large]!.colour) return;
    const { top, bottom } = bands[host]!;
    const height = bottom - top;
    const isPlaced = part.bottom > top - 0.35 * height && part.top < bottom + 0.3 * height;
    if (!isPlaced || widthOf(part) > 1.2 * height || heightOf(part) > 0.62 * height) return;
    const gap = gapOf(part, parts[large]!) / height;
    if (gap < maximumMarkGapHeights && gap < (best.get(line)?.gap ?? Infinity)) best.set(line, { host, gap });
  };
  eachNeighbour(parts, neighbourhood, (a, b) => {
    if (lineOf[a] === lineOf[b]) return;
    offer(a, b);
    offer(b, a);
  });
  return new Map([...best].map(([line, { host }]) => [line, host]));
};

/** Groups parts, turned to the reading direction, into lines. */
const linesOf = (parts: readonly GlyphPart[]): number[][] => {
  const groups = new Groups(parts.length);
  eachNeighbour(parts, neighbourhood, (a, b) => {
    if (areNeighbours(parts[a]!, parts[b]!)) groups.join(a, b);
  });
  const lines = groups.all();
  const hosts = hostsOf(parts, lines);
  const whole = lines.map((members) => [...members]);
  for (const [line, host] of hosts) {
    const last = hosts.get(host) ?? host;
    if (last === line || hosts.has(last)) continue;
    whole[last]!.push(...lines[line]!);
    whole[line] = [];
  }
  return whole.filter((members) => members.length > 0);
};

/** Characters of tall parts side by side, of which the last is a stem, and no character. */
const divided = new Set(['', 'Ы', 'ы']);

/** Whether parts, from left to right, are tall and stand side by side, as two letters do. */
const areApart = (parts: readonly GlyphPart[], height: number): boolean =>
  parts.length > 1 &&
  parts.every((part) => heightOf(part) > minimumTallPartHeights * height) &&
  parts.every((part, i) => i === 0 || part.left - parts[i - 1]!.right > minimumApartHeights * height);

/** Returns readings of a glyph of some parts with how well they make one; `accented` is its reading as a letter with an accent. */
const scored = (readings: SpelledGlyph['readings'], parts: number, accented?: string) => {
  const [text, likeliest] = readings[0]!;
  const probable = text === '' ? -2.5 : Math.max(-2.5, likeliest);
  const isAccented = accented !== undefined && text === accented;
  // A long row of strokes that are not characters must not look better in pairs.
  return { readings, isAccented, score: isAccented ? probable + accentedNats : probable * parts ** 0.8 };
};

/** Reads the glyphs of a page. */
export class Reader {
  readonly #characters = trainedClassifier();
  readonly #accents = trainedAccentClassifier();
  readonly #marked = trainedMarkedClassifier();
  readonly #features = new Float32Array(featureCount);
  readonly #scores = new Float32Array(this.#characters.classes.length);
  /** Glyphs read. */
  count = 0;

  #describe(pieces: readonly number[], { top, bottom }: Band): void {
    this.count++;
    featuresOf({ pieces, top, baseline: bottom }, this.#features);
  }

  /** Returns the readings of the described glyph by a classifier, the best first. */
  #classify(classifier: GlyphClassifier): SpelledGlyph['readings'] {
    classifier.classify(this.#features, this.#scores);
    const found: [text: string, score: number][] = [];
    for (let index = 0; index < classifier.classes.length; index++) {
      const score = this.#scores[index]!;
      if (score >= minimumReadingLogarithm) found.push([classifier.classes[index]!, score]);
    }
    return found.sort((a, b) => b[1] - a[1]).slice(0, maximumGlyphReadings);
  }

  /** Returns the likeliest readings of a glyph and the logarithms of their probabilities, the best first. */
  read(pieces: readonly number[], band: Band): SpelledGlyph['readings'] {
    this.#describe(pieces, band);
    const whole = this.#classify(this.#characters);
    const isCandidate = likeMarked.has(whole[0]![0]) || this.#features[depthFeature]! > 2 * minimumMarkDepthHeights;
    return isCandidate ? withMarked(whole, this.#classify(this.#marked)).slice(0, maximumGlyphReadings) : whole;
  }

  /** Returns the likeliest readings of a mark above a letter as an accent, a combining character. */
  #readAccent(pieces: readonly number[], band: Band): SpelledGlyph['readings'] {
    this.#describe(pieces, band);
    return this.#classify(this.#accents);
  }

  /** Returns the readings of parts as a letter with an accent above it; none if they stand otherwise. */
  #readAccented(parts: readonly GlyphPart[], band: Band): SpelledGlyph['readings'] {
    const found = accentedPartsOf(parts, band);
    if (!found) return [];
    const { letter, accent } = found;
    const accents = this.#readAccent(joinParts(accent).pieces, band);
    if (accents[0]![0] === '') return [];
    return composeReadings(this.read(letter.pieces, band), accents, letter, band);
  }

  /**
   * Reads parts, of which `pieces` are the strokes, as one glyph. `score` is how well they make one; nothing if each is a
   * letter of its own.
   */
  #readParts(parts: readonly GlyphPart[], pieces: readonly number[], band: Band) {
    if (parts.length === 1) return scored(this.read(pieces, band), 1);
    const apart = areApart(parts, heightOf(band));
    if (apart && widthOf(parts.at(-1)!) > maximumStemHeights * heightOf(band)) return undefined;
    const all = this.read(pieces, band);
    const whole = apart ? all.filter(([text]) => divided.has(text)) : all;
    const composed = this.#readAccented(parts, band);
    if (whole.length + composed.length === 0) return undefined;
    const readings = composed.length > 0 ? mergeReadings(whole, composed).slice(0, maximumGlyphReadings) : whole;
    return scored(readings, parts.length, composed[0]?.[0]);
  }

  /**
   * Reads the parts of a line, turned and from left to right, as the likeliest characters of one to three parts each.
   */
  readLine(parts: readonly GlyphPart[], band: Band): Glyph[] {
    const height = Math.max(band.bottom - band.top, 0.5);
    const best: { score: number; from: number; glyph?: Glyph }[] = [{ score: 0, from: 0 }];
    for (let end = 1; end <= parts.length; end++) {
      best.push({ score: -Infinity, from: end - 1 });
      let box: GlyphPart = parts[end - 1]!;
      for (let start = end - 1; start >= 0 && end - start <= maximumGlyphParts; start--) {
        if (start < end - 1) {
          const next = joinParts([parts[start]!, box]);
          if (
            gapOf(parts[start]!, box) > maximumPartGapHeights * height ||
            widthOf(next) > maximumGlyphWidthHeights * height
          )
            break;
          box = next;
        }
        const read = this.#readParts(parts.slice(start, end), box.pieces, band);
        if (!read) continue;
        const { readings, isAccented, score } = read;
        const total = best[start]!.score + score;
        if (total <= best[end]!.score) continue;
        const { left, top, right, bottom } = box;
        best[end] = { score: total, from: start, glyph: { left, top, right, bottom, readings, isAccented } };
      }
    }
    const glyphs: Glyph[] = [];
    for (let at = parts.length; at > 0; at = best[at]!.from) glyphs.push(best[at]!.glyph!);
    return glyphs.reverse();
  }
}

/** Returns the gap before each glyph of a line; the first has none. */
const gapsOf = (glyphs: readonly Bounds[]): number[] => {
  let right = glyphs[0]?.left ?? 0;
  return glyphs.map((glyph) => {
    const gap = glyph.left - right;
    right = Math.max(right, glyph.right);
    return gap;
  });
};

/** Returns the median gap between the glyphs of a line. */
const usualGap = (glyphs: readonly Bounds[]): number =>
  gapsOf(glyphs)
    .slice(1)
    .sort((a, b) => a - b)[Math.floor((glyphs.length - 2) / 2)] ?? 0;

/** Splits a line at gaps that are wider than those between its characters. */
const wordsOf = (glyphs: readonly Glyph[], { top, bottom }: Band): Glyph[][] => {
  const gaps = gapsOf(glyphs);
  const height = bottom - top;
  const widest = Math.min(0.75 * height, Math.max(0.42 * height, usualGap(glyphs) + wordGapHeights * height));
  const words: Glyph[][] = glyphs.length > 0 ? [[]] : [];
  for (const [index, glyph] of glyphs.entries()) {
    if (gaps[index]! > widest) words.push([]);
    words.at(-1)!.push(glyph);
  }
  return words;
};

export interface ReadLine {
  angle: Angle;
  members: number[];
  band: Band;
  words: Glyph[][];
  score: number;
  strong: number;
}

/**
 * How much a line looks like lettering, 0 to 1: the mean probability of its characters. `strong` is the share of those
 * that are surely read and more than mere strokes.
 */
const scoreOf = (glyphs: readonly Glyph[]): { score: number; strong: number } => {
  let [sum, strong] = [0, 0];
  for (const { readings, isAccented } of glyphs) {
    const [text, score] = readings[0]!;
    const probability = text === '' ? 0 : Math.exp(score);
    sum += probability;
    const isMere = mereStrokes.has(text) && !(isAccented && !mereStrokes.has(text.normalize('NFD')[0]!));
    if (probability > 0.7 && !isMere) strong++;
  }
  return { score: sum / glyphs.length, strong: strong / glyphs.length };
};

/** Whether a line has enough characters that are more than one stroke, unlike a dashed line or a hatch. */
const isWorthReading = (line: readonly GlyphPart[]): boolean =>
  line.filter(({ pieces }) => pieces.length > 4).length >= minimumStrongCharacterShare * line.length;

/** Returns the lines worth reading of parts turned to the reading direction, from the top. */
const readableLines = (boxes: readonly GlyphPart[]): { line: number[]; band: Band }[] =>
  linesOf(boxes)
    .map((line) => {
      const parts = line.map((index) => boxes[index]!);
      return { line, band: bandOf(parts), isWorth: isWorthReading(parts) };
    })
    .filter(({ band: { top, bottom }, isWorth }) => {
      return isWorth && bottom - top >= minimumCapitalPoints && bottom - top <= maximumCapitalPoints;
    })
    .sort((a, b) => a.band.top - b.band.top || a.line.length - b.line.length);

export const isGood = ({ members, score, strong }: ReadLine): boolean =>
  members.length > 1 && score >= minimumLineProbability && strong >= minimumStrongCharacterShare;

/** Reads parts that form a line in a direction. */
const readLine = (parts: readonly GlyphPart[], members: number[], angle: Angle, reader: Reader): ReadLine => {
  const ordered = members
    .map((index) => withTurnedBox(parts[index]!, angle))
    .sort((a, b) => a.left + a.right - b.left - b.right);
  const band = bandOf(ordered);
  const glyphs = reader.readLine(
    ordered.map((part) => ({ ...part, pieces: turnedPieces(part.pieces, angle) })),
    band,
  );
  return { angle, members, band, words: wordsOf(glyphs, band), ...scoreOf(glyphs) };
};

/**
 * Reads the lines of one direction that the remaining parts form, or the other way round if that reads better; only a
 * sample of them if there is no lettering in it.
 * @param isAccepted which lines are read the other way round too
 */
export const readDirection = (
  parts: readonly GlyphPart[],
  remaining: readonly number[],
  angle: Angle,
  reader: Reader,
  isAccepted: (line: ReadLine) => boolean = isGood,
) => {
  const boxes = remaining.map((index) => withTurnedBox(parts[index]!, angle));
  const read = ({ line }: { line: number[] }): ReadLine => {
    const members = line.map((index) => remaining[index]!);
    const first = readLine(parts, members, angle, reader);
    // No line reads better by the margin than one that is nearly certain.
    if (!isAccepted(first) || first.score + upsideDownMarginProbability >= 1) return first;
    const other = readLine(parts, members, ((angle + 180) % 360) as Angle, reader);
    return isAccepted(other) && other.score > first.score + upsideDownMarginProbability ? other : first;
  };
  const found: ReadLine[] = [];
  const lines = readableLines(boxes);
  for (let offset = 0; offset < sampling; offset++) {
    for (let i = offset; i < lines.length && reader.count <= mostGlyphs; i += sampling) found.push(read(lines[i]!));
    if (found.length >= minimumSampledLines && !found.some(isGood)) break;
  }
  return found;
};

/** Returns whether many characters of lines are as high as something. */
const commonHeights = (lines: readonly ReadLine[]): ((height: number) => boolean) => {
  const counts = new Map<number, number>();
  for (const { band, words } of lines) {
    const count = words.flat().length;
    const height = Math.round(2 * (band.bottom - band.top));
    if (count > 1)
      for (const near of [height - 1, height, height + 1]) counts.set(near, (counts.get(near) ?? 0) + count);
  }
  return (height) => (counts.get(Math.round(2 * height)) ?? 0) >= minimumAlikeCharacters;
};

/** Whether a short line, or one that could be mere strokes, is lettering if its characters are as high as others. */
const isLikely = ({ words, score }: ReadLine): boolean => {
  const glyphs = words.flat();
  if (glyphs.length > 1) return score >= minimumStrokesProbability;
  const [text, probability] = glyphs[0]!.readings[0]!;
  return score >= minimumSingleProbability && probability > -0.2 && singles.test(text);
};

/** Reads all lines of a page; parts that make no line in one direction are tried in the next. */
const readLines = (parts: readonly GlyphPart[]): ReadLine[] => {
  const reader = new Reader();
  const lines: ReadLine[] = [];
  const others: ReadLine[] = [];
  const taken = new Set<number>();
  for (const angle of angles) {
    // Lettering that reads downwards or upside down is next to other lettering.
    if (lines.length === 0 && (angle === 90 || angle === 180)) break;
    const remaining = parts.map((_, index) => index).filter((index) => !taken.has(index));
    for (const line of readDirection(parts, remaining, angle, reader)) {
      (isGood(line) ? lines : others).push(line);
      if (isGood(line)) for (const member of line.members) taken.add(member);
    }
  }
  const isCommon = commonHeights(lines);
  for (const line of others) {
    if (!isCommon(line.band.bottom - line.band.top) || !isLikely(line)) continue;
    if (line.members.some((member) => taken.has(member))) continue;
    for (const member of line.members) taken.add(member);
    lines.push(line);
  }
  return lines;
};

/** Whether a word is certainly lettering. */
const isSure = (glyphs: readonly Glyph[], confidence: number): boolean =>
  confidence > 0.7 && glyphs.length > 2 && scoreOf(glyphs).strong >= 0.4;

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Returns the box of a line as high as its font, with room above the capitals and below the line, turned like the line. */
const fontBox = ({ top, bottom }: Band, left: number, right: number): Bounds => ({
  left,
  right,
  top: top - aboveCapitalsHeights * (bottom - top),
  bottom: bottom + belowBaselineHeights * (bottom - top),
});

/** Returns the box of a read line on the page, as high as its font. */
export const lineBox = ({ angle, band, words }: ReadLine): Bounds => {
  const glyphs = words.flat();
  const [left, right] = [
    Math.min(...glyphs.map((glyph) => glyph.left)),
    Math.max(...glyphs.map((glyph) => glyph.right)),
  ];
  return turned(fontBox(band, left, right), opposite[angle]);
};

/** Reads parts. `sure` is the number of words that are certainly lettering. */
const readParts = (parts: readonly GlyphPart[]): { found: DrawnWord[]; sure: number } => {
  const lines = readLines(parts);
  const alphabet = alphabetOf(lines.flatMap((line) => line.words.flat()));
  const found: DrawnWord[] = [];
  let sure = 0;
  for (const { angle, band, words: read } of lines) {
    const height = band.bottom - band.top;
    const room = Math.max(0, Math.min(0.2 * height, usualGap(read.flat()) / 2));
    for (const glyphs of read) {
      const { text, confidence } = readWord(glyphs, alphabet);
      if (confidence < minimumWordConfidenceRatio || text === '') continue;
      if (isSure(glyphs, confidence)) sure++;
      // As wide as a font makes room for its characters.
      const left = Math.min(...glyphs.map((glyph) => glyph.left)) - room;
      const right = Math.max(...glyphs.map((glyph) => glyph.right)) + room;
      const box = turned(fontBox(band, left, right), opposite[angle]);
      found.push({
        text,
        x: hundredths(box.left),
        y: hundredths(box.top),
        width: hundredths(widthOf(box)),
        height: hundredths(heightOf(box)),
        size: hundredths(height / capitalHeightShare),
        angle,
        drawn: hundredths(confidence),
      });
    }
  }
  return { found, sure };
};

const squareOf = (position: number) => Math.floor(position / sampleSquarePoints);

/** The part of a page that is read first: one square of eight, spread over all rows and columns. */
const sample: WantedInk = {
  isWanted: ({ left, top, right, bottom }) =>
    (squareOf((left + right) / 2) + 3 * squareOf((top + bottom) / 2)) % sampledSquares === 0,
  mayHold: ({ left, top, right, bottom }) => {
    for (let row = squareOf(top); row <= squareOf(bottom); row++)
      for (let column = squareOf(left); column <= squareOf(right); column++)
        if ((column + 3 * row) % sampledSquares === 0) return true;
    return false;
  },
};

/** The words read from parts, and how many of them are certainly lettering. */
type Read = ReturnType<typeof readParts>;

const readBeside = (linework: Linework, words: readonly Word[], wanted?: WantedInk): Read =>
  readParts(besideWords(likelyParts(glyphPartsOf(linework, wanted)), words));

/** Whether enough of what was read beside a text layer is lettering, so that the layer is incomplete. */
const isLettering = ({ found, sure }: Read): boolean =>
  sure >= minimumSureWords && sure >= minimumSureSampleShare * found.length;

/** Whether a page has so few squares that a sample of them says nothing about the others. */
const isSmall = ({ width, height }: Linework): boolean =>
  (squareOf(width) + 1) * (squareOf(height) + 1) < minimumSampledSquares * sampledSquares;

/**
 * Returns the words that a page draws as strokes or outlines, in no particular order. A page whose text layer has many
 * words is read only if a sample of it, or all of a small one, has lettering.
 * @param words the words of the text layer; ink on them is not read again
 */
export const letteringOf = (linework: Linework, words: readonly Word[]): DrawnWord[] => {
  const isLayered = words.length >= manyWords;
  if (isLayered && !isSmall(linework) && !isLettering(readBeside(linework, words, sample))) return [];
  const read = readBeside(linework, words);
  const isWanted = isLayered && isSmall(linework) ? isLettering(read) : read.sure >= minimumSureWords;
  return isWanted ? read.found : [];
};

/** Side in points of the squares by which parts near each other, and on words, are found. */
const squareSide = 30;

/** Returns the parts that may be lettering: single strokes, of which drawings are full, only beside others. */
export const likelyParts = (parts: readonly GlyphPart[]): GlyphPart[] => {
  const isStroke = ({ pieces }: GlyphPart) => pieces.length <= 4;
  const keyOf = (column: number, row: number) => row * 65_536 + column;
  const columnOf = ({ left, right }: Bounds) => Math.floor((left + right) / 2 / squareSide);
  const rowOf = ({ top, bottom }: Bounds) => Math.floor((top + bottom) / 2 / squareSide);
  const near = new Set<number>();
  for (const part of parts) {
    if (isStroke(part)) continue;
    for (let v = -1; v <= 1; v++) for (let u = -1; u <= 1; u++) near.add(keyOf(columnOf(part) + u, rowOf(part) + v));
  }
  return parts.filter((part) => !isStroke(part) || near.has(keyOf(columnOf(part), rowOf(part))));
};

/** Returns the parts that lie on no word of the text layer, which draws the ink of its words. */
export const besideWords = (parts: readonly GlyphPart[], words: readonly Word[]): GlyphPart[] => {
  const centres = new Float64Array(2 * parts.length);
  for (const [i, { left, top, right, bottom }] of parts.entries()) {
    centres[2 * i] = (left + right) / 2;
    centres[2 * i + 1] = (top + bottom) / 2;
  }
  const grid = new PointGrid(centres, squareSide);
  const onWord = new Set<number>();
  for (const { x, y, width, height } of words) {
    grid.within(x, y, x + width, y + height, (i) => {
      const [u, v] = [centres[2 * i]!, centres[2 * i + 1]!];
      if (u > x && u < x + width && v > y && v < y + height) onWord.add(i);
    });
  }
  return parts.filter((_, i) => !onWord.has(i));
};
