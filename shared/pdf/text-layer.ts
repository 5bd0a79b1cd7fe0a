import type { Native } from './pdfium.ts';
import type { PackedText } from './protocol.ts';

/** What the characters of one text object share. */
interface Run {
  size: number;
  /** Reading direction on the displayed page, degrees clockwise in quarters. */
  angle: number;
  /** Reading direction on the unturned page, quarters anticlockwise; null for a slanting one. */
  quarter: number | null;
  /** Of a slanting one: its reading direction on the unturned page, radians anticlockwise. */
  direction: number;
  /** How far upright letters lean, points to the right for each upwards. */
  lean: number;
  /** Advance of a glyph that is one em wide, points. */
  em: number;
  font: number;
}

/** How far a word's box reaches above and below the baseline, in font sizes. */
const ascent = 0.75;
const descent = 0.22;

/** From this on letters are drawn leaning: the font itself is upright. */
const leaning = 0.05;

const isBlank = (code: number) => code <= 32 || code === 0xa0 || code === 0xfffe || code === 0xffff || code === 0x3000;

/** How a slanting character stands to the pen: in the same word, further on the same line, or elsewhere. */
const asideOf = (dx: number, dy: number, run: Run, next: Run): 'joined' | 'apart' | 'elsewhere' => {
  const along = dx * Math.cos(run.direction) + dy * Math.sin(run.direction);
  const across = dy * Math.cos(run.direction) - dx * Math.sin(run.direction);
  const bend = Math.abs(Math.atan2(Math.sin(next.direction - run.direction), Math.cos(next.direction - run.direction)));
  if (bend > 0.02 || Math.abs(across) > 0.2 * run.size) return 'elsewhere';
  return Math.abs(along) <= 0.35 * run.size ? 'joined' : 'apart';
};

/** Left, top, right and bottom on the unturned page, points; y grows upwards. */
type Rectangle = readonly [left: number, top: number, right: number, bottom: number];
/** On the displayed page, points from its upper left corner. */
type Box = readonly [x0: number, y0: number, x1: number, y1: number];
type Point = readonly [x: number, y: number];

/**
 * Sets a character's box on its baseline, as high as the font size says: the words of a line share their height, and the
 * same text embedded with another producer's font metrics keeps its place.
 */
const onBaseline = ([l, t, r, b]: Rectangle, [x, y]: Point, { quarter, lean, size }: Run): Rectangle => {
  const [up, down] = [ascent * size, descent * size];
  if (quarter === 1) return [x - up, t, x + down, b];
  if (quarter === 2) return [l, y + down, r, y - up];
  if (quarter === 3) return [x - down, t, x + up, b];
  // The box of a leaning letter reaches over its neighbours, so that words would touch.
  const [left, right] = lean > leaning ? [Math.max(l, x), r - lean * (t - y)] : [l, r];
  return [left, y + up, right, y - down];
};

/** What PDFium knows of the characters of a page. */
class Characters {
  readonly #pdf: Native;
  readonly #textPage: number;
  readonly #scratch: number;
  #singles: Float32Array;
  #pairs: Float64Array;
  readonly #crop: Rectangle;
  /** Quarters by which the page is turned clockwise for display. */
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

  /** The first four numbers that PDFium wrote last. */
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
  /** PDFium's memory moves when it grows. */
  #refresh(): void {
    const { buffer } = this.#pdf.memory;
    if (this.#singles.buffer === buffer) return;
    this.#singles = new Float32Array(buffer, this.#scratch, 4);
    this.#pairs = new Float64Array(buffer, this.#scratch, 4);
  }

  runOf(index: number): Run {
    this.#pdf.FPDFText_GetMatrix(this.#textPage, index, this.#scratch);
    const [a, b, c, d] = this.#floats();
    const nominal = this.#pdf.FPDFText_GetFontSize(this.#textPage, index);
    const quarters = Math.atan2(b, a) / (Math.PI / 2);
    const nearest = Math.round(quarters);
    return {
      size: Math.abs(nominal) * Math.hypot(c, d),
      angle: ((this.turns - nearest + 8) & 3) * 90,
      quarter: Math.abs(quarters - nearest) < 0.03 ? (nearest + 4) & 3 : null,
      direction: Math.atan2(b, a),
      lean: d === 0 ? 0 : c / d,
      em: Math.abs(nominal) * Math.hypot(a, b),
      font: this.#pdf.FPDFTextObj_GetFont(this.#pdf.FPDFText_GetTextObject(this.#textPage, index)),
    };
  }

  /** How far the pen moves on with a character, points. */
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

  /** Undefined where PDFium knows no box of the character. */
  boxOf(index: number, run: Run): Box | undefined {
    const rectangle = this.#looseBox(index, run) ?? this.#tightBox(index);
    return rectangle && this.#displayed(rectangle);
  }

  /** The box by the font's metrics; undefined where those contradict the font size. */
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

  /** The box of the glyph's ink. */
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
 * Makes words and lines of characters. Slanting text keeps its words whole by the pen's way along its baseline: PDFium's
 * guesses, made for level lines, cut it into letters.
 */
class Words {
  readonly numbers: number[] = [];
  readonly words: string[] = [];
  readonly lines: string[] = [];
  run: Run = { size: 0, angle: 0, quarter: 0, direction: 0, lean: 0, em: 0, font: 0 };
  readonly #turns: number;
  #line: string[] = [];
  #word = '';
  #box: Box = [0, 0, 0, 0];
  /** Of a slanting word: where the pen is after its last character, and what PDFium guessed to follow. */
  #pen: Point = [0, 0];
  #guessed: 'nothing' | 'blank' | 'line end' = 'nothing';

  constructor(turns: number) {
    this.#turns = turns;
  }

  get isSlanting(): boolean {
    return this.#word !== '' && this.run.quarter === null;
  }

  addLineEnd(): void {
    if (this.isSlanting) this.#guessed = 'line end';
    else this.endLine();
  }

  addBlank(isGuessed: boolean): void {
    if (!this.isSlanting || !isGuessed) this.#endWord();
    else if (this.#guessed === 'nothing') this.#guessed = 'blank';
  }

  /** @param pen of a slanting character: where it begins and where the next one would */
  add(text: string, box: Box, run: Run, pen?: { from: Point; to: Point }): void {
    if (this.isSlanting) this.#endSlanting(run, pen?.from);
    else if (this.#word !== '' && this.#isApart(box, run)) this.#endWord();
    this.#guessed = 'nothing';
    if (pen) this.#pen = pen.to;
    const [x0, y0, x1, y1] = this.#word === '' ? box : this.#box;
    this.#box = [Math.min(x0, box[0]), Math.min(y0, box[1]), Math.max(x1, box[2]), Math.max(y1, box[3])];
    this.run = run;
    this.#word += text;
  }

  endLine(): void {
    this.#endWord();
    if (this.#line.length > 0) this.lines.push(this.#line.join(' '));
    this.#line = [];
  }

  #isApart([x0, y0, x1, y1]: Box, next: Run): boolean {
    const [left, top, right, bottom] = this.#box;
    const gap = Math.max(x0 - right, left - x1, y0 - bottom, top - y1);
    return next.quarter === null || next.angle !== this.run.angle || gap > 0.35 * next.size;
  }

  #endSlanting(next: Run, origin: Point | undefined): void {
    const aside = origin ? asideOf(origin[0] - this.#pen[0], origin[1] - this.#pen[1], this.run, next) : 'elsewhere';
    if (aside === 'elsewhere' && this.#guessed === 'line end') this.endLine();
    else if (aside !== 'joined') this.#endWord();
  }

  #endWord(): void {
    if (this.#word === '') return;
    // A font may map a glyph to half a surrogate pair, which no store or JSON takes.
    const word = this.#word.toWellFormed();
    const { quarter, direction, size, angle } = this.run;
    const slant = quarter === null ? (360 + this.#turns * 90 - (direction * 180) / Math.PI) % 360 : Number.NaN;
    const [x0, y0, x1, y1] = this.#box;
    this.numbers.push(x0, y0, x1 - x0, y1 - y0, size, angle, slant);
    this.words.push(word);
    this.#line.push(word);
    this.#word = '';
  }
}

/**
 * Reads the words of a loaded page. Characters come in the order of the content stream with PDFium's own guesses of spaces
 * and line ends; a word ends at those, where the reading direction turns, and where the next character is apart from the
 * last.
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
  for (let i = 0; i < count; i++) {
    const code = pdf.FPDFText_GetUnicode(textPage, i);
    if (code === 10 || code === 13) {
      found.addLineEnd();
      continue;
    }
    if (isBlank(code)) {
      found.addBlank(found.isSlanting && pdf.FPDFText_IsGenerated(textPage, i) === 1);
      continue;
    }
    const owner = pdf.FPDFText_GetTextObject(textPage, i);
    const run = owner === object ? found.run : characters.runOf(i);
    object = owner;
    const box = characters.boxOf(i, run);
    if (!box) continue;
    // 2 = the hyphen that PDFium found at a line end: written as the hyphen it stands for.
    const text = code === 2 ? '-' : String.fromCodePoint(code);
    if (run.quarter !== null) {
      found.add(text, box, run);
      continue;
    }
    const from = characters.originOf(i);
    const advance = characters.advanceOf(run, code);
    const to = [from[0] + advance * Math.cos(run.direction), from[1] + advance * Math.sin(run.direction)] as const;
    found.add(text, box, run, { from, to });
  }
  found.endLine();
  characters.close();
  pdf.FPDFText_ClosePage(textPage);
  return {
    page: pageNumber,
    width,
    height,
    rotation,
    numbers: Float32Array.from(found.numbers),
    words: found.words.join('\n'),
    text: found.lines.join('\n'),
  };
};
