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

/**
 * The words of a loaded page.
 * Slanting text keeps its words whole by the pen's way along its baseline; PDFium's guesses, made for level lines, cut
 * it into letters.
 * Characters come in the order of the content stream with PDFium's own guesses of spaces and line ends; a word
 * ends at those, where the reading direction turns, and where the next character stands apart from the last.
 * Boxes stand on the baseline and are as high as the font size says: the words of a line share their height, and
 * the same text embedded with another producer's font metrics keeps its place.
 */
export const readText = (pdf: Native, page: number, pageNumber: number): Omit<PackedText, 'annotations'> => {
  const width = pdf.FPDF_GetPageWidthF(page);
  const height = pdf.FPDF_GetPageHeightF(page);
  const textPage = pdf.FPDFText_LoadPage(page);
  if (!textPage) return { page: pageNumber, width, height, numbers: new Float32Array(0), words: '', text: '' };
  const scratch = pdf.malloc(64);
  let floats = new Float32Array(pdf.memory.buffer, scratch, 16);
  let doubles = new Float64Array(pdf.memory.buffer, scratch, 8);
  const refresh = () => {
    if (floats.buffer === pdf.memory.buffer) return;
    floats = new Float32Array(pdf.memory.buffer, scratch, 16);
    doubles = new Float64Array(pdf.memory.buffer, scratch, 8);
  };

  pdf.FPDF_GetPageBoundingBox(page, scratch);
  refresh();
  const [left, top, right, bottom] = [floats[0]!, floats[1]!, floats[2]!, floats[3]!];
  const turns = pdf.FPDFPage_GetRotation(page) & 3;

  const runOf = (index: number): Run => {
    pdf.FPDFText_GetMatrix(textPage, index, scratch);
    refresh();
    const [a, b, c, d] = [floats[0]!, floats[1]!, floats[2]!, floats[3]!];
    const nominal = pdf.FPDFText_GetFontSize(textPage, index);
    const quarters = Math.atan2(b, a) / (Math.PI / 2);
    const nearest = Math.round(quarters);
    return {
      size: Math.abs(nominal) * Math.hypot(c, d),
      angle: ((turns - nearest + 8) & 3) * 90,
      quarter: Math.abs(quarters - nearest) < 0.03 ? (nearest + 4) & 3 : null,
      direction: Math.atan2(b, a),
      lean: d === 0 ? 0 : c / d,
      em: Math.abs(nominal) * Math.hypot(a, b),
      font: pdf.FPDFTextObj_GetFont(pdf.FPDFText_GetTextObject(textPage, index)),
    };
  };

  const advanceOf = ({ font, em }: Run, code: number): number => {
    const known = font && pdf.FPDFFont_GetGlyphWidth(font, code, 1, scratch);
    refresh();
    return (known && floats[0]! > 0 ? floats[0]! : 0.5) * em;
  };

  const originOf = (index: number): [number, number] => {
    pdf.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    refresh();
    return [doubles[0]!, doubles[1]!];
  };

  const numbers: number[] = [];
  const words: string[] = [];
  const lines: string[] = [];
  let line: string[] = [];
  let word = '';
  let run: Run = { size: 0, angle: 0, quarter: 0, direction: 0, lean: 0, em: 0, font: 0 };
  let object = -1;
  let [x0, y0, x1, y1] = [0, 0, 0, 0];
  // A slanting word: where the pen stands after its last character, and what PDFium guessed to follow.
  let [penX, penY] = [0, 0];
  let guessed: 'nothing' | 'blank' | 'line end' = 'nothing';

  const endWord = () => {
    if (!word) return;
    // A font may map a glyph to half a surrogate pair, which no store or JSON takes.
    word = word.toWellFormed();
    const slant = run.quarter === null ? (360 + turns * 90 - (run.direction * 180) / Math.PI) % 360 : Number.NaN;
    numbers.push(x0, y0, x1 - x0, y1 - y0, run.size, run.angle, slant);
    words.push(word);
    line.push(word);
    word = '';
  };
  const endLine = () => {
    endWord();
    if (line.length) lines.push(line.join(' '));
    line = [];
  };

  const count = pdf.FPDFText_CountChars(textPage);
  for (let i = 0; i < count; i++) {
    const code = pdf.FPDFText_GetUnicode(textPage, i);
    const slanting = word !== '' && run.quarter === null;
    if (code === 10 || code === 13) {
      if (slanting) guessed = 'line end';
      else endLine();
      continue;
    }
    if (isBlank(code)) {
      if (slanting && pdf.FPDFText_IsGenerated(textPage, i) === 1) guessed = guessed === 'nothing' ? 'blank' : guessed;
      else endWord();
      continue;
    }
    const owner = pdf.FPDFText_GetTextObject(textPage, i);
    let next = run;
    if (owner !== object) {
      next = runOf(i);
      object = owner;
    }
    // 2 = the hyphen that PDFium found at a line end: written as the hyphen it stands for.
    const text = code === 2 ? '-' : String.fromCodePoint(code);
    // FS_RECTF is left, top, right, bottom in floats; the tight box left, right, bottom, top in doubles.
    let known = pdf.FPDFText_GetLooseCharBox(textPage, i, scratch);
    refresh();
    let [l, t, r, b] = [floats[0]!, floats[1]!, floats[2]!, floats[3]!];
    const across = next.quarter === null || next.quarter % 2 === 0 ? Math.abs(t - b) : Math.abs(r - l);
    const plausible = known && across < 3 * next.size && across > 0.3 * next.size;
    if (!plausible) {
      known = pdf.FPDFText_GetCharBox(textPage, i, scratch, scratch + 8, scratch + 16, scratch + 24);
      refresh();
      if (!known) continue;
      [l, r, b, t] = [doubles[0]!, doubles[1]!, doubles[2]!, doubles[3]!];
    } else if (next.quarter !== null && pdf.FPDFText_GetCharOrigin(textPage, i, scratch, scratch + 8)) {
      refresh();
      const [x, y] = [doubles[0]!, doubles[1]!];
      // The box of a leaning letter reaches over its neighbours, so that words would touch.
      if (next.quarter === 0 && next.lean > leaning) [l, r] = [Math.max(l, x), r - next.lean * (t - y)];
      if (next.quarter === 0) [t, b] = [y + ascent * next.size, y - descent * next.size];
      else if (next.quarter === 1) [l, r] = [x - ascent * next.size, x + descent * next.size];
      else if (next.quarter === 2) [t, b] = [y + descent * next.size, y - ascent * next.size];
      else [l, r] = [x - descent * next.size, x + ascent * next.size];
    }
    let [cx0, cy0, cx1, cy1] = [l - left, top - t, r - left, top - b];
    if (turns === 1) [cx0, cy0, cx1, cy1] = [b - bottom, l - left, t - bottom, r - left];
    else if (turns === 2) [cx0, cy0, cx1, cy1] = [right - r, b - bottom, right - l, t - bottom];
    else if (turns === 3) [cx0, cy0, cx1, cy1] = [top - t, right - r, top - b, right - l];
    if (cx1 < cx0) [cx0, cx1] = [cx1, cx0];
    if (cy1 < cy0) [cy0, cy1] = [cy1, cy0];

    const [originX, originY] = next.quarter === null ? originOf(i) : [0, 0];
    if (word && run.quarter === null) {
      const aside = next.quarter === null ? asideOf(originX - penX, originY - penY, run, next) : 'elsewhere';
      if (aside === 'elsewhere' && guessed === 'line end') endLine();
      else if (aside !== 'joined') endWord();
    } else if (word) {
      const gap = Math.max(cx0 - x1, x0 - cx1, cy0 - y1, y0 - cy1);
      if (next.quarter === null || next.angle !== run.angle || gap > 0.35 * next.size) endWord();
    }
    guessed = 'nothing';
    if (next.quarter === null) {
      const advance = advanceOf(next, code);
      penX = originX + advance * Math.cos(next.direction);
      penY = originY + advance * Math.sin(next.direction);
    }
    if (word) {
      x0 = Math.min(x0, cx0);
      y0 = Math.min(y0, cy0);
      x1 = Math.max(x1, cx1);
      y1 = Math.max(y1, cy1);
    } else {
      [x0, y0, x1, y1] = [cx0, cy0, cx1, cy1];
    }
    run = next;
    word += text;
  }
  endLine();
  pdf.free(scratch);
  pdf.FPDFText_ClosePage(textPage);
  return {
    page: pageNumber,
    width,
    height,
    numbers: Float32Array.from(numbers),
    words: words.join('\n'),
    text: lines.join('\n'),
  };
};
