import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkPages, cosine, embed, keywords, relatedQueries, summarise } from '../../../shared/domain/text/index.ts';
import { isStopWord } from '../../../shared/domain/text/words.ts';

const page = (text: string, number = 1) => ({ page: number, text });
const pagesOf = fc.array(fc.string({ unit: 'grapheme', maxLength: 3000 }), { maxLength: 8 });
const letters = (text: string) => text.replace(/\s+/g, '');

test('chunks hold every character of the pages, in order and within their size', () => {
  fc.assert(
    fc.property(pagesOf, (texts) => {
      const pages = texts.map((text, i) => page(text, i + 1));
      const chunks = chunkPages(pages, { characters: 200, overlap: 0 });
      expect(letters(chunks.map(({ text }) => text).join(''))).toBe(letters(texts.join('')));
      for (const [i, chunk] of chunks.entries()) {
        expect(chunk.index).toBe(i);
        expect(chunk.text.length).toBeLessThanOrEqual(200);
        expect(chunk.page_from).toBeLessThanOrEqual(chunk.page_to);
      }
    }),
  );
});

test('a chunk names its pages', () => {
  const chunks = chunkPages([page('x'.repeat(900), 1), page('y'.repeat(900), 2), page('z'.repeat(50), 3)]);
  expect(chunks.map(({ page_from, page_to }) => [page_from, page_to])).toEqual([
    [1, 1],
    [1, 2],
    [2, 3],
  ]);
});

test('chunks overlap, and their number is limited', () => {
  const words = Array.from({ length: 2000 }, (_, i) => `word${i}`).join(' ');
  const chunks = chunkPages([page(words)]);
  for (const [i, { text }] of chunks.slice(1).entries()) {
    expect(chunks[i]?.text).toContain(text.split(' ')[0]);
  }
  expect(chunkPages([page(words)], { most: 4 }).length).toBeLessThanOrEqual(5);
});

test('keywords are repeated terms of a text, within their limits', () => {
  const found = keywords('The fire door closes. Each fire door has a closer. Fire door ratings follow the schedule.');
  expect(found[0]).toBe('fire door');
  expect(found).not.toContain('the');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 5000 }), (text) => {
      const terms = keywords(text);
      expect(terms.length).toBeLessThanOrEqual(50);
      expect(new Set(terms).size).toBe(terms.length);
      for (const term of terms) expect(term.length).toBeLessThanOrEqual(64);
      expect(relatedQueries(terms).length).toBeLessThanOrEqual(5);
    }),
  );
});

test.each([
  [
    'Czech',
    'Dodavatel je povinen ověřit rozměry, které jsou nebo budou na stavbě. Rozměry jsou bez omítky.',
    'rozměry',
  ],
  [
    'Swedish',
    'Alla mått är i millimeter och skall kontrolleras på platsen. Mått som inte är angivna får ej mätas.',
    'mått',
  ],
  [
    'Polish',
    'Wymiary należy sprawdzić na budowie, gdzie się je wykonuje. Każdy z wymiarów jest podany bez tynków oraz okładzin.',
    'wymiary',
  ],
])('keywords are no function words, and a summary quotes notes: %s', (_, text, term) => {
  const found = keywords(text);
  expect(found).toContain(term);
  const smallWords = ['jsou', 'nebo', 'které', 'bez', 'som', 'och', 'inte', 'skall', 'oraz', 'jest'];
  expect(found.filter((word) => smallWords.includes(word))).toEqual([]);
  expect(summarise(text)).toContain(text.split('. ')[0]);
});

test('letters of codes count in searches', () => {
  expect(['e', 's', 'va', 'ka'].filter(isStopWord)).toEqual([]);
});

test('a summary names the sheets and quotes the text', () => {
  const concrete = 'Concrete of strength class C30/37 is used for all pad footings and ground beams.';
  const summary = summarise(`${concrete} Short.`, [{ sheet_number: 'S-101', title: 'Foundation Plan' }]);
  expect(summary).toBe(`Drawing S-101 Foundation Plan. ${concrete}`);
  expect(summarise('1 2 3')).toBeNull();
});

test('vectors have unit length and are close for texts that share words', () => {
  const door = embed('fire door with closer in corridor', 256);
  expect(cosine(door, door)).toBeCloseTo(1, 5);
  const near = cosine(door, embed('the fire doors of the corridor', 256));
  const far = cosine(door, embed('concrete strength of pad footings', 256));
  expect(near).toBeGreaterThan(far + 0.2);
  expect([...embed('', 16)]).toEqual(Array(16).fill(0));
});
