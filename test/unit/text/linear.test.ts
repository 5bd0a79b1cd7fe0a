import { expect, test } from 'vitest';
import type { PageText, Word } from '../../../shared/domain/page-text.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { chunkPages, keywords, relatedQueries, summarise } from '../../../shared/domain/text/index.ts';

const CHARACTERS = 3_000_000;
const repeated = (text: string): string => text.repeat(Math.ceil(CHARACTERS / text.length));

/** Seconds of processor time, which the load of the machine does not change. */
const processorSeconds = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

// Three megabytes at half a second each; quadratic code would need more than ten times that.
const ALLOWED = 1.5;

test.each([
  ['no space', '1.1.1.1.'],
  ['no border but spaces', 'ab '],
  ['one line', 'wall, floor. Plan '],
  ['empty lines', '\n'],
  ['pages of a letter', 'a\f'],
  ['characters that stand for eighteen', '\ufdfa '],
  ['pairs', '😀'],
])('text of %s is chunked and summarised in linear time', (_, piece) => {
  const text = repeated(piece);
  const seconds = processorSeconds(() => {
    chunkPages([{ page: 1, text }]);
    relatedQueries(keywords(text), []);
    summarise(text);
  });
  expect(seconds).toBeLessThan(ALLOWED);
});

const inTheBlock = (texts: readonly string[]): PageText => {
  const words = texts.map((text, i): Word => {
    const place = { x: 2000 + (i % 80) * 4, y: 1300 + Math.floor(i / 80) * 6, width: 4, height: 5 };
    return { text, ...place, size: 5, angle: 0 };
  });
  return { page: 1, width: 2384, height: 1684, words, text: '' };
};

test.each([
  ['letters', ['abcdefgh'.repeat(CHARACTERS / 8)]],
  ['numbers', ['1.1.'.repeat(CHARACTERS / 4)]],
  ['long words', Array.from({ length: 3000 }, () => 'floorplan'.repeat(110))],
])('a title block of endless %s takes no longer', (_, texts) => {
  expect(processorSeconds(() => readSheets([inTheBlock(texts)]))).toBeLessThan(ALLOWED);
});
