import { expect, test } from 'vitest';
import type { PageText, Word } from '../../../shared/domain/page-text.ts';
import { documentHeading } from '../../../shared/domain/text/index.ts';

/** A page of lines, each `[text, size]`, from top to bottom. */
const page = (lines: [string, number][], width = 612, height = 792): PageText => {
  const words: Word[] = [];
  let y = 60;
  for (const [text, size] of lines) {
    let x = 72;
    for (const part of text.split(' ')) {
      const length = part.length * size * 0.5;
      words.push({ text: part, x, y, width: length, height: size, size, angle: 0 });
      x += length + size * 0.3;
    }
    y += size * 1.4;
  }
  return { page: 1, width, height, words, text: lines.map(([text]) => text).join('\n') };
};

const body: [string, number][] = Array.from({ length: 20 }, () => [
  'The contractor shall furnish all labour that the work needs.',
  11,
]);

test.each<[string, [string, number][]]>([
  ['CHAPTER 18 LAND DIVISION', [['CHAPTER 18', 14], ['LAND DIVISION', 14], ['18.01 Authority', 12], ...body]],
  ['CHAPTER 295 ZONING', [['Zoning 295-(Table)', 11], ['CHAPTER 295', 11], ['ZONING', 11], ['TABLE', 11], ...body]],
  ['Fire Safety Report', [['Fire Safety Report', 24], ['Prepared for the town', 12], ...body]],
  ['PROJECT MANUAL Mill Lane Library', [['PROJECT MANUAL', 26], ['Mill Lane Library', 18], ['Volume 1', 12], ...body]],
  ['DESIGN AND INSTALLATION OF PLUMBING', [['DESIGN AND INSTALLATION', 14], ['OF PLUMBING', 14], ...body]],
])('%s is the heading of its document', (heading, lines) => {
  expect(documentHeading([page([]), page(lines)])).toBe(heading);
});

test('plain text, a drawing and an empty document have none', () => {
  expect(documentHeading([page(body)])).toBeNull();
  expect(documentHeading([page([['FLOOR PLAN', 40], ...body], 2448, 1584)])).toBeNull();
  expect(documentHeading([])).toBeNull();
});
