import { inReadingOrder } from '../domain/reading-order.ts';
import type { OcrResult, OcrWord } from './ocr-types.ts';

/** Maximum gap between words of a line, in line heights; wider gaps separate columns. */
const WORD_GAP = 1.5;
/** Maximum gap between lines of a block, in line heights. */
const LINE_GAP = 0.9;

interface Span {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Line extends Span {
  words: OcrWord[];
}

interface Block extends Span {
  lines: Line[];
}

const spanOf = ({ x, y, width, height }: OcrWord): Span => ({ left: x, top: y, right: x + width, bottom: y + height });

function widen(span: Span, other: Span): void {
  span.left = Math.min(span.left, other.left);
  span.top = Math.min(span.top, other.top);
  span.right = Math.max(span.right, other.right);
  span.bottom = Math.max(span.bottom, other.bottom);
}

const height = (span: Span) => span.bottom - span.top;
const overlap = (fromA: number, toA: number, fromB: number, toB: number) => Math.min(toA, toB) - Math.max(fromA, fromB);

/** Returns a word that reads upwards where it is if the image is rotated so that it is upright. */
const upright = (word: OcrWord): OcrWord => ({
  ...word,
  ...{ x: -word.y - word.height, y: word.x, width: word.height, height: word.width },
});

/** Returns the words of each line of each block, in reading order. */
const blocksInOrder = (words: readonly OcrWord[]): (readonly OcrWord[])[][] =>
  inColumns(blocksOf(splitAtGutter(linesOf(words)))).map((block) =>
    block.lines.map((line) => inReadingOrder(line.words, (word) => word.text)),
  );

/**
 * Sorts unordered words into reading order: words into lines, lines into blocks, blocks from the top, left before
 * right; columns of running text one after the other. Words that read upwards follow those that are upright.
 */
export function arrange(words: readonly OcrWord[], complete: boolean): OcrResult {
  const original = new Map(words.filter(({ angle }) => angle !== undefined).map((word) => [upright(word), word]));
  const blocks = [
    ...blocksInOrder(words.filter(({ angle }) => angle === undefined)),
    ...blocksInOrder([...original.keys()]).map((block) => block.map((line) => line.map((word) => original.get(word)!))),
  ];
  const ordered = blocks.flat(2);
  const text = blocks
    .map((lines) => lines.map((line) => line.map((word) => word.text).join(' ')).join('\n'))
    .join('\n\n');
  const sum = words.reduce((total, word) => total + word.confidence, 0);
  return { words: ordered, text, confidence: words.length === 0 ? 0 : sum / words.length, complete };
}

function linesOf(words: readonly OcrWord[]): Line[] {
  const lines: Line[] = [];
  for (const word of words.toSorted((a, b) => a.x - b.x)) {
    const span = spanOf(word);
    const line = lines.findLast((candidate) => follows(spanOf(candidate.words.at(-1)!), span));
    if (line) {
      line.words.push(word);
      widen(line, span);
    } else lines.push({ ...span, words: [word] });
  }
  return lines.sort((a, b) => a.top - b.top || a.left - b.left);
}

/** Whether a word follows the one before it: aligned with it, of similar size, and near. */
function follows(before: Span, word: Span): boolean {
  const smaller = Math.min(height(before), height(word));
  const larger = Math.max(height(before), height(word));
  const onLine = overlap(before.top, before.bottom, word.top, word.bottom) >= smaller / 2;
  const gap = word.left - before.right;
  return onLine && larger <= smaller * 2.5 && gap <= larger * WORD_GAP && gap >= -larger;
}

function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const block = blocks.findLast((candidate) => continues(candidate.lines.at(-1)!, line));
    if (block) {
      block.lines.push(line);
      widen(block, line);
    } else blocks.push({ ...line, lines: [line] });
  }
  return blocks.sort((a, b) => a.top - b.top || a.left - b.left);
}

/** Minimum lines of a column, words in them on average, and share of the width that a column takes up. */
const COLUMN_LINES = 5;
const COLUMN_WORDS = 3.5;
const COLUMN_SHARE = 0.2;
/** Maximum share of the lines that may cross the space between columns: headings, wide tables. */
const CROSSING_SHARE = 0.25;

const linesIn = (blocks: readonly Block[]): Line[] => blocks.flatMap((block) => block.lines);

/** Whether lines are a column of running text: enough of them, long enough, and together wide enough. */
function isColumn(lines: readonly Line[], width: number): boolean {
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  if (lines.length < COLUMN_LINES || words < COLUMN_WORDS * lines.length) return false;
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  return right - left >= COLUMN_SHARE * width;
}

/** Returns the place between two columns that fewest lines cross; undefined if the lines are in one column. */
function gutterOf(lines: readonly Line[]): number | undefined {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  let best: { at: number; crossing: number } | undefined;
  for (const { right: at } of lines) {
    const crossing = lines.filter((line) => line.left < at && line.right > at).length;
    if (crossing > CROSSING_SHARE * lines.length || (best && crossing >= best.crossing)) continue;
    const before = lines.filter((line) => line.right <= at);
    const after = lines.filter((line) => line.left >= at);
    if (isColumn(before, right - left) && isColumn(after, right - left)) best = { at, crossing };
  }
  return best?.at;
}

/** Minimum gap between columns, in line heights: it may be narrower than that between words of a line. */
const GUTTER_GAP = 0.8;
/** Distance in line heights by which the edge of a column varies. */
const EDGE = 0.5;

/** Splits a line before each word that `isApart` from the one before it. */
function split({ words }: Line, isApart: (before: Span, word: Span) => boolean): Line[] {
  const lines: Line[] = [];
  for (const [i, word] of words.entries()) {
    const [span, last] = [spanOf(word), lines.at(-1)];
    if (!last || isApart(spanOf(words[i - 1]!), span)) lines.push({ ...span, words: [word] });
    else {
      last.words.push(word);
      widen(last, span);
    }
  }
  return lines;
}

/** Splits lines that run across the space between two columns of text. */
function splitAtGutter(lines: readonly Line[]): readonly Line[] {
  const isWide = (before: Span, word: Span): boolean =>
    word.left - before.right >= GUTTER_GAP * Math.min(height(before), height(word));
  const gutter = gutterOf(lines.flatMap((line) => split(line, isWide)));
  if (gutter === undefined) return lines;
  return lines
    .flatMap((line) =>
      split(line, (before, word) => {
        const edge = gutter + EDGE * height(before);
        return word.left >= gutter && before.right <= edge && isWide(before, word);
      }),
    )
    .sort((one, other) => one.top - other.top || one.left - other.left);
}

/**
 * Orders blocks by columns: between blocks that cross the gutter, all on its left before all on its right. Blocks that
 * are not in columns of running text keep their order.
 */
function inColumns(blocks: readonly Block[]): Block[] {
  const gutter = gutterOf(linesIn(blocks));
  if (gutter === undefined) return [...blocks];
  const crossing = blocks.filter((block) => block.left < gutter && block.right > gutter);
  const ordered: Block[] = [];
  let rest = blocks.filter((block) => !crossing.includes(block));
  const take = (taken: readonly Block[]) => {
    ordered.push(...inColumns(taken.filter((block) => block.right <= gutter)));
    ordered.push(...inColumns(taken.filter((block) => block.left >= gutter)));
  };
  for (const wide of crossing) {
    take(rest.filter((block) => block.top < wide.top));
    ordered.push(wide);
    rest = rest.filter((block) => block.top >= wide.top);
  }
  take(rest);
  return ordered;
}

function continues(above: Line, line: Line): boolean {
  const narrower = Math.min(above.right - above.left, line.right - line.left);
  const gap = line.top - above.bottom;
  const size = Math.max(height(above), height(line));
  const inColumn = overlap(above.left, above.right, line.left, line.right) >= narrower / 2;
  return inColumn && gap <= size * LINE_GAP && gap >= -size / 2 && size <= Math.min(height(above), height(line)) * 1.8;
}
