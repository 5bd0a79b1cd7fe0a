import { joinHyphenated } from '../domain/text/hyphens.ts';
import { FontCodes, fontOf, isGenerated } from './font-codes.ts';
import { joinSpaced, type ReadWord } from './join-spaced.ts';
import { withLigatures } from './ligatures.ts';
import { isOnOtherLine } from './other-line.ts';
import type { Native } from './pdfium.ts';
import type { PackedText } from './protocol.ts';
import { type Box, spaceBetween, TOUCHING } from './space-between.ts';
import { type Glyph, numeratorLength } from './stacked-fraction.ts';

/** Properties common to the characters of one text object. */
interface Run {
  size: number;
  /** Reading direction on the displayed page, in degrees clockwise, a multiple of 90. */
  angle: number;
  /** Reading direction on the unrotated page, in quarter turns anticlockwise; null for slanting text. */
  quarter: number | null;
  /** Reading direction of slanting text on the unrotated page, in radians anticlockwise. */
  direction: number;
  /** Shear of leaning text: points to the right for each point upwards. */
  lean: number;
  /** Advance in points of a glyph one em wide. */
  em: number;
  font: number;
}

/** Widest space between characters of a word, in font sizes. */
const WIDEST_WITHIN = 0.35;
/** Narrowest space between slanting words where PDFium infers a separator, in font sizes. */
const NARROWEST_BLANK = 0.2;
/** Widest space between words of a line whose parts PDFium takes for lines, in font sizes. */
const WIDEST_BLANK = 0.6;

/** Side of the squares in which equal words are one, drawn twice, in font sizes. */
const SAME_PLACE = 0.1;

/** Extent of a word's box above and below the baseline, in font sizes. */
const ascent = 0.75;
const descent = 0.22;

/** Minimum shear of text that counts as leaning although its font is upright. */
const leaning = 0.05;

/** PDFium's code for a hyphen at a line end, after which the word continues in the next line. */
const LINE_END_HYPHEN = 2;
const isBlank = (code: number) => code <= 32 || code === 0xa0 || code === 0xfffe || code === 0xffff || code === 0x3000;

/** Position of a slanting character relative to the pen: in the same word, further along the line, or elsewhere. */
const asideOf = ([dx, dy]: Point, run: Run, next: Run, widest: number): 'joined' | 'apart' | 'elsewhere' => {
  const along = dx * Math.cos(run.direction) + dy * Math.sin(run.direction);
  const across = dy * Math.cos(run.direction) - dx * Math.sin(run.direction);
  const bend = Math.abs(Math.atan2(Math.sin(next.direction - run.direction), Math.cos(next.direction - run.direction)));
  if (bend > 0.02 || Math.abs(across) > 0.2 * run.size) return 'elsewhere';
  return along >= -WIDEST_WITHIN * run.size && along <= widest * run.size ? 'joined' : 'apart';
};

/** Left, top, right and bottom on the unrotated page in points; y points upwards. */
type Rectangle = readonly [left: number, top: number, right: number, bottom: number];
type Point = readonly [x: number, y: number];

/**
 * Aligns a character's box to the baseline with a height that follows from the font size: words of a line have equal
 * height, and the same text with another producer's font metrics has the same box.
 */
const onBaseline = ([l, t, r, b]: Rectangle, [x, y]: Point, { quarter, lean, size }: Run): Rectangle => {
  const [up, down] = [ascent * size, descent * size];
  if (quarter === 1) return [x - up, t, x + down, b];
  if (quarter === 2) return [l, y + down, r, y - up];
  if (quarter === 3) return [x - down, t, x + up, b];
  // The box of a leaning letter extends over its neighbours, so that words would touch.
  const [left, right] = lean > leaning ? [Math.max(l, x), r - lean * (t - y)] : [l, r];
  return [left, y + up, right, y - down];
};

const boxAround = (glyphs: readonly Glyph[]): Box => [
  Math.min(...glyphs.map(({ box }) => box[0])),
  Math.min(...glyphs.map(({ box }) => box[1])),
  Math.max(...glyphs.map(({ box }) => box[2])),
  Math.max(...glyphs.map(({ box }) => box[3])),
];

/** Returns the distance between two boxes, along the axis on which they are further apart; negative if they overlap. */
const distanceBetween = ([l, t, r, b]: Box, [x0, y0, x1, y1]: Box): number => Math.max(x0 - r, l - x1, y0 - b, t - y1);

const placed = ([x0, y0, x1, y1]: Box, { size, angle, quarter }: Run) => {
  const slant = quarter === null ? 0 : Number.NaN;
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0, size, angle, slant };
};

/** Access to PDFium's data on the characters of a page. */
class Characters {
  readonly #pdf: Native;
  readonly #textPage: number;
  readonly #scratch: number;
  #singles: Float32Array;
  #pairs: Float64Array;
  readonly #crop: Rectangle;
  /** Quarter turns clockwise by which the page is rotated for display. */
  readonly turns: number;

  constructor(pdf: Native, page: number, textPage: number) {
    this.#pdf = pdf;
    this.#textPage = textPage;
    this.#scratch = pdf.malloc(64);
    this.#singles = new Float32Array(pdf.memory.buffer, this.#scratch, 4);
    this.#pairs = new Float64Array(pdf.memory.buffer, this.#scratch, 4);
    pdf.FPDF_GetPageBoundingBox(page, this.#scratch);
    this.#crop = this.#floats();
    this.turns = pdf.FPDFPage_GetRotation(page) & 3;
  }

  close(): void {
    this.#pdf.free(this.#scratch);
  }

  /** Returns the first four numbers that PDFium last wrote. */
  #floats(): Rectangle {
    this.#refresh();
    const view = this.#singles;
    return [view[0]!, view[1]!, view[2]!, view[3]!];
  }
  #doubles(): Rectangle {
    this.#refresh();
    const view = this.#pairs;
    return [view[0]!, view[1]!, view[2]!, view[3]!];
  }
  /** The buffer of PDFium's memory changes when it grows. */
  #refresh(): void {
    const { buffer } = this.#pdf.memory;
    if (this.#singles.buffer === buffer) return;
    this.#singles = new Float32Array(buffer, this.#scratch, 4);
    this.#pairs = new Float64Array(buffer, this.#scratch, 4);
  }

  runOf(index: number): Run {
    this.#pdf.FPDFText_GetMatrix(this.#textPage, index, this.#scratch);
    const nominal = this.#pdf.FPDFText_GetFontSize(this.#textPage, index);
    // A negative font size turns the letters by half a turn.
    const [a, b, c, d] = this.#floats().map((value) => (nominal < 0 ? -value : value)) as unknown as Rectangle;
    const quarters = Math.atan2(b, a) / (Math.PI / 2);
    const nearest = Math.round(quarters);
    return {
      size: Math.abs(nominal) * Math.hypot(c, d),
      angle: ((this.turns - nearest + 8) & 3) * 90,
      quarter: Math.abs(quarters - nearest) < 0.03 ? (nearest + 4) & 3 : null,
      direction: Math.atan2(b, a),
      lean: d === 0 ? 0 : c / d,
      em: Math.abs(nominal) * Math.hypot(a, b),
      font: fontOf(this.#pdf, this.#textPage, index),
    };
  }

  /** Returns the pen's advance for a character, in points. */
  advanceOf({ font, em }: Run, code: number): number {
    const known = font && this.#pdf.FPDFFont_GetGlyphWidth(font, code, 1, this.#scratch);
    const [width] = this.#floats();
    return (known && width > 0 ? width : 0.5) * em;
  }

  originOf(index: number): Point {
    this.#pdf.FPDFText_GetCharOrigin(this.#textPage, index, this.#scratch, this.#scratch + 8);
    const [x, y] = this.#doubles();
    return [x, y];
  }

  /** Returns undefined if PDFium knows no box of the character. */
  boxOf(index: number, run: Run): Box | undefined {
    const rectangle = this.#looseBox(index, run) ?? this.#tightBox(index);
    return rectangle && this.#displayed(rectangle);
  }

  /** Returns the box by the font's metrics; undefined if those contradict the font size. */
  #looseBox(index: number, run: Run): Rectangle | undefined {
    const known = this.#pdf.FPDFText_GetLooseCharBox(this.#textPage, index, this.#scratch);
    const box = this.#floats();
    const [l, t, r, b] = box;
    const isUpright = run.quarter === null || run.quarter % 2 === 0;
    const height = isUpright ? Math.abs(t - b) : Math.abs(r - l);
    const isPlausible = known && height < 3 * run.size && height > 0.3 * run.size;
    if (!isPlausible) return undefined;
    if (run.quarter === null) return box;
    const hasOrigin = this.#pdf.FPDFText_GetCharOrigin(this.#textPage, index, this.#scratch, this.#scratch + 8);
    if (!hasOrigin) return box;
    const [x, y] = this.#doubles();
    return onBaseline(box, [x, y], run);
  }

  /** Returns the box of the glyph's ink. */
  #tightBox(index: number): Rectangle | undefined {
    const at = this.#scratch;
    if (!this.#pdf.FPDFText_GetCharBox(this.#textPage, index, at, at + 8, at + 16, at + 24)) return undefined;
    const [l, r, b, t] = this.#doubles();
    return [l, t, r, b];
  }

  #displayed([l, t, r, b]: Rectangle): Box {
    const [left, top, right, bottom] = this.#crop;
    let [x0, y0, x1, y1] = [l - left, top - t, r - left, top - b];
    if (this.turns === 1) [x0, y0, x1, y1] = [b - bottom, l - left, t - bottom, r - left];
    else if (this.turns === 2) [x0, y0, x1, y1] = [right - r, b - bottom, right - l, t - bottom];
    else if (this.turns === 3) [x0, y0, x1, y1] = [top - t, right - r, top - b, right - l];
    return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
  }
}

/**
 * Joins characters into words and lines. Slanting text is divided into words by the pen's advance along its baseline,
 * because PDFium's inference assumes horizontal lines and would split it into letters.
 */
class Words {
  readonly words: ReadWord[] = [];
  run: Run = { size: 0, angle: 0, quarter: 0, direction: 0, lean: 0, em: 0, font: 0 };
  readonly #turns: number;
  #line = 0;
  /** Whether the file has a blank before the next word, and before the current one. */
  #followsBlank = false;
  #beganAfterBlank = false;
  #word = '';
  #box: Box = [0, 0, 0, 0];
  /** The characters of the word, after the last one of the word before. */
  #glyphs: (Glyph & { run: Run })[] = [];
  /** Whether the word ends in a stacked fraction. */
  #isFraction = false;
  /** For a slanting word: the pen's position after its last character. */
  #pen: Point = [0, 0];
  /** The separator that PDFium inferred after the last character. */
  #guessed: 'nothing' | 'blank' | 'line end' = 'nothing';

  constructor(turns: number) {
    this.#turns = turns;
  }

  get isSlanting(): boolean {
    return this.#word !== '' && this.run.quarter === null;
  }

  addLineEnd(): void {
    this.#guessed = 'line end';
  }

  addBlank(isGuessed: boolean): void {
    if (!isGuessed) this.#followsBlank = true;
    if (!isGuessed) this.#endWord();
    else if (this.#guessed === 'nothing') this.#guessed = 'blank';
  }

  /** Ends a word that continues in the next line: its parts are two words, and one in the text of the line. */
  addHyphen(): void {
    if (this.#word === '') return;
    this.#word += '-';
    this.#endWord();
    this.words.at(-1)!.isHyphenated = true;
  }

  /** @param pen for a slanting character: where it begins and where the next one would */
  add(text: string, box: Box, run: Run, pen?: { from: Point; to: Point }): void {
    const numerator = numeratorLength(this.#glyphs, { text, box, run });
    if (numerator > 0) this.#beginFraction(numerator);
    else if (this.isSlanting) this.#endSlanting(run, pen?.from);
    else if (!this.#continuesFraction(text, box, run)) this.#endUpright(box, run);
    this.#guessed = 'nothing';
    if (pen) this.#pen = pen.to;
    if (this.#word === '') {
      this.#beganAfterBlank = this.#followsBlank;
      this.#followsBlank = false;
    }
    const [x0, y0, x1, y1] = this.#word === '' ? box : this.#box;
    this.#box = [Math.min(x0, box[0]), Math.min(y0, box[1]), Math.max(x1, box[2]), Math.max(y1, box[3])];
    this.run = run;
    this.#word += text;
    this.#glyphs.push({ text, box, run });
  }

  /** Makes the last characters of the word the numerator of a fraction, which begins a word of its own. */
  #beginFraction(length: number): void {
    const numerator = this.#glyphs.slice(-length);
    if (this.#word.length > length) {
      this.#word = this.#word.slice(0, -length);
      this.#box = boxAround(this.#glyphs.slice(-length - this.#word.length, -length));
      this.run = this.#glyphs.at(-length - 1)!.run;
      this.#endWord();
    }
    // The number beside which the numerator stands is on the same line, also where PDFium infers a line end between them.
    this.#line = this.words.at(-1)?.line ?? this.#line;
    this.#word = `${numerator.map(({ text }) => text).join('')}/`;
    this.#box = boxAround(numerator);
    this.#glyphs = numerator;
    this.#isFraction = true;
  }

  /** Whether a character is a further digit of a denominator, or the mark of inches after it. */
  #continuesFraction(text: string, box: Box, next: Run): boolean {
    if (!this.#isFraction || !/^[\d"”″'’′)\]]$/u.test(text) || next.angle !== this.run.angle) return false;
    if (/\d/.test(text) && next.size !== this.run.size) return false;
    return distanceBetween(this.#box, box) < WIDEST_WITHIN * next.size;
  }

  endLine(): void {
    this.#endWord();
    this.#line++;
  }

  #isApart(box: Box, next: Run): boolean {
    const gap = distanceBetween(this.#box, box);
    const isElsewhere = next.quarter === null || next.angle !== this.run.angle || gap > WIDEST_WITHIN * next.size;
    return isElsewhere || isOnOtherLine(this.#box, this.run, box, next);
  }

  /**
   * Ends the word or its line, unless the next character touches the last one: PDFium often infers a line end
   * after a character that is a text object of its own.
   */
  #endUpright(box: Box, next: Run): void {
    const space =
      this.#guessed === 'line end' ? spaceBetween(placed(this.#box, this.run), placed(box, next)) : undefined;
    if (this.#guessed === 'line end' && (space === undefined || space > WIDEST_BLANK)) this.endLine();
    else if (this.#word === '') return;
    else if (this.#guessed === 'blank' || (space ?? 0) > TOUCHING || this.#isApart(box, next)) this.#endWord();
  }

  #endSlanting(next: Run, origin: Point | undefined): void {
    const widest = this.#guessed === 'nothing' ? WIDEST_WITHIN : NARROWEST_BLANK;
    const aside = origin
      ? asideOf([origin[0] - this.#pen[0], origin[1] - this.#pen[1]], this.run, next, widest)
      : 'elsewhere';
    if (aside === 'elsewhere' && this.#guessed === 'line end') this.endLine();
    else if (aside !== 'joined') this.#endWord();
  }

  #endWord(): void {
    if (this.#word === '') return;
    // A font may map a glyph to half a surrogate pair, which neither stores nor JSON accept.
    const word = this.#word.toWellFormed();
    const { quarter, direction, size, angle } = this.run;
    const slant = quarter === null ? (360 + this.#turns * 90 - (direction * 180) / Math.PI) % 360 : Number.NaN;
    const [x0, y0, x1, y1] = this.#box;
    const [x, y, width, height] = [x0, y0, x1 - x0, y1 - y0];
    const [line, followsBlank] = [this.#line, this.#beganAfterBlank];
    this.words.push({ text: word, x, y, width, height, size, angle, slant, line, followsBlank, isHyphenated: false });
    this.#word = '';
    this.#glyphs = this.#glyphs.slice(-1);
    this.#isFraction = false;
  }
}

const STEPS = [-1, 0, 1] as const;

/**
 * Returns words without those drawn once more in the same place, as programs do to make letters bold. Places are squares of
 * a grid and those beside them, so that a page of equal words takes time in proportion to their number.
 */
const withoutRepeated = (words: readonly ReadWord[]): ReadWord[] => {
  const kept = new Set<string>();
  return words.filter(({ text, x, y, size }) => {
    const side = Math.max(SAME_PLACE * size, Number.EPSILON);
    const [column, row] = [Math.round(x / side), Math.round(y / side)];
    const keyOf = (right: number, down: number) => `${column + right} ${row + down} ${text}`;
    if (STEPS.some((right) => STEPS.some((down) => kept.has(keyOf(right, down))))) return false;
    kept.add(keyOf(0, 0));
    return true;
  });
};

/** Whether any of a word is on the page: a sheet cut out of a larger plan keeps the texts of its neighbours. */
const isOnPage = ({ x, y, width, height }: ReadWord, pageWidth: number, pageHeight: number): boolean =>
  x < pageWidth && x + width > 0 && y < pageHeight && y + height > 0;

/** Returns the lines of a text: their words, hyphenated ones joined. */
const linesOf = (words: readonly ReadWord[]): string[] => {
  const lines: string[][] = [];
  for (const [i, { text, line }] of words.entries()) {
    const before = words[i - 1];
    if (!before || before.line !== line) lines.push([text]);
    else if (before.isHyphenated) lines.at(-1)!.push(joinHyphenated(lines.at(-1)!.pop()!, text));
    else lines.at(-1)!.push(text);
  }
  return lines.map((line) => line.join(' '));
};

/**
 * Reads the words of a loaded page. Characters are in the order of the content stream, with the spaces and line ends
 * that PDFium infers; a word ends there, where the reading direction changes, and where the next character is at a
 * distance.
 */
export const readText = (pdf: Native, page: number, pageNumber: number): Omit<PackedText, 'annotations'> => {
  const width = pdf.FPDF_GetPageWidthF(page);
  const height = pdf.FPDF_GetPageHeightF(page);
  const rotation = 90 * (pdf.FPDFPage_GetRotation(page) & 3);
  const textPage = pdf.FPDFText_LoadPage(page);
  if (!textPage)
    return { page: pageNumber, width, height, rotation, numbers: new Float32Array(0), words: '', text: '' };
  const characters = new Characters(pdf, page, textPage);
  const found = new Words(characters.turns);
  let object = -1;
  const count = pdf.FPDFText_CountChars(textPage);
  const codes = new FontCodes(pdf, textPage, count);
  for (let i = 0; i < count; i++) {
    const written = pdf.FPDFText_GetUnicode(textPage, i);
    const code = codes.codeOf(i, written);
    if (code === 10 || code === 13) {
      found.addLineEnd();
      continue;
    }
    if (code === LINE_END_HYPHEN) {
      found.addHyphen();
      continue;
    }
    if (isBlank(code)) {
      found.addBlank(isGenerated(pdf, textPage, i));
      continue;
    }
    const owner = pdf.FPDFText_GetTextObject(textPage, i);
    const run = owner === object ? found.run : characters.runOf(i);
    object = owner;
    const box = characters.boxOf(i, run);
    if (!box) continue;
    const text = codes.characterOf(code, run.font);
    if (run.quarter !== null) {
      found.add(text, box, run);
      continue;
    }
    const from = characters.originOf(i);
    const advance = characters.advanceOf(run, written);
    const to = [from[0] + advance * Math.cos(run.direction), from[1] + advance * Math.sin(run.direction)] as const;
    found.add(text, box, run, { from, to });
  }
  found.endLine();
  characters.close();
  pdf.FPDFText_ClosePage(textPage);
  const visible = joinSpaced(found.words).filter((word) => isOnPage(word, width, height));
  const words = withoutRepeated(visible).map((word) => ({ ...word, text: withLigatures(word.text) }));
  return {
    page: pageNumber,
    width,
    height,
    rotation,
    numbers: Float32Array.from(
      words.flatMap(({ x, y, width, height, size, angle, slant }) => [x, y, width, height, size, angle, slant]),
    ),
    words: words.map(({ text }) => text).join('\n'),
    text: linesOf(words).join('\n'),
  };
};
