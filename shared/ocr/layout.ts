import type { OcrResult, OcrWord } from './types.ts';

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

/**
 * Sorts unordered words into reading order: words into lines, lines into blocks, blocks from the top, left before
 * right.
 */
export function arrange(words: readonly OcrWord[], complete: boolean): OcrResult {
  const blocks = blocksOf(linesOf(words));
  const ordered = blocks.flatMap((block) => block.lines.flatMap((line) => line.words));
  const text = blocks
    .map((block) => block.lines.map((line) => line.words.map((word) => word.text).join(' ')).join('\n'))
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

function continues(above: Line, line: Line): boolean {
  const narrower = Math.min(above.right - above.left, line.right - line.left);
  const gap = line.top - above.bottom;
  const size = Math.max(height(above), height(line));
  const inColumn = overlap(above.left, above.right, line.left, line.right) >= narrower / 2;
  return inColumn && gap <= size * LINE_GAP && gap >= -size / 2 && size <= Math.min(height(above), height(line)) * 1.8;
}
