import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chunkPages,
  cosine,
  embed,
  keywords,
  relatedQueries,
  summarise,
  withSheetsAsRead,
} from '../../../shared/domain/text/index.ts';
import { processorMilliseconds } from '../../support/processor-time.ts';

const words = [
  'concrete',
  'slab',
  'fire',
  'door',
  'the',
  'of',
  'shall',
  'Be',
  'ROOF',
  'plan',
  'A-101',
  '12',
  'Straße',
  '梁',
  '😀',
];
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 }).map((all) => `${all.join(' ')}.`);
const pageText = fc
  .array(fc.oneof(sentence, fc.string({ unit: 'grapheme' })), { maxLength: 20 })
  .map((all) => all.join('\n'));
const pages = fc.array(pageText, { maxLength: 6 }).map((all) => all.map((text, i) => ({ page: i + 1, text })));
const bare = (text: string) => text.replace(/\s+/g, '');

describe('chunks', () => {
  test('omit nothing, whatever they repeat', () => {
    fc.assert(
      fc.property(
        pages,
        fc.integer({ min: 60, max: 600 }),
        fc.integer({ min: 0, max: 50 }),
        (given, characters, overlap) => {
          const chunks = chunkPages(given, { characters, overlap });
          const whole = bare(given.map(({ text }) => text).join(''));
          let reached = 0;
          for (const { text } of chunks) {
            const part = bare(text);
            const at = whole.indexOf(part, Math.max(0, reached - overlap - part.length));
            expect(at).toBeGreaterThanOrEqual(0);
            expect(at).toBeLessThanOrEqual(reached);
            reached = Math.max(reached, at + part.length);
          }
          expect(reached).toBe(whole.length);
        },
      ),
    );
  });

  test('never split a surrogate pair', () => {
    const [, ...rest] = chunkPages([{ page: 1, text: '😀'.repeat(700) }], { characters: 101, overlap: 11 });
    expect(rest.length).toBeGreaterThan(5);
    for (const { text } of rest) expect(text.isWellFormed()).toBe(true);
  });

  test('name pages in order, and pages without words are in none', () => {
    const given = [1, 2, 3, 4].map((page) => ({ page, text: page === 2 ? ' \n ' : `Page ${page}. `.repeat(60) }));
    const chunks = chunkPages(given, { characters: 300, overlap: 40 });
    const froms = chunks.map(({ page_from }) => page_from);
    expect(froms).toEqual([...froms].sort());
    expect(chunks.at(-1)?.page_to).toBe(4);
    expect(chunkPages([{ page: 1, text: '\n \f' }])).toEqual([]);
  });
});

describe('summary and keywords', () => {
  test('keep within their limits and are deterministic', () => {
    fc.assert(
      fc.property(fc.array(pageText, { maxLength: 6 }), (texts) => {
        const text = texts.join('\f');
        const summary = summarise(text);
        expect(summary === null || (summary.length > 0 && summary.length <= 8192)).toBe(true);
        expect(summarise(text)).toBe(summary);
        expect(keywords(text)).toEqual(keywords(text));
        for (const keyword of keywords(text))
          expect(text.normalize('NFKC').toLowerCase()).toContain(keyword.split(' ')[0]);
      }),
    );
  });

  test('ignore running headers and footers', () => {
    const bodies = ['footing', 'rafter', 'gutter', 'lintel', 'mullion'];
    const text = bodies
      .map((word, i) => `Northfield School\n${`The ${word} is galvanised. `.repeat(3)}\nPage ${i + 1}`)
      .join('\f');
    const found = keywords(text);
    expect(found).toEqual(expect.arrayContaining(bodies));
    expect(found.join(' ')).not.toContain('northfield');
  });

  test('a summary of a set names its sheets, and of a drawing without prose its labels', () => {
    const sheets = [1, 2].map((n) => ({ sheet_number: `A-10${n}`, title: `Floor ${n}` }));
    expect(summarise('GARAGE\nKITCHEN\nGARAGE', sheets)).toBe(
      'Set of 2 sheets: A-101 Floor 1; A-102 Floor 2. Labels on it: garage, kitchen.',
    );
    const facts = { sheet_number: 'S-2', title: 'Framing', revision: 'B', date: '3/4/24', scale: '1:50' };
    expect(summarise('', [facts])).toBe('Drawing S-2 Framing, revision B, dated 3/4/24, scale 1:50.');
    expect(summarise('', [{ ...facts, revision: 'Version 3.0' }])).toContain('Framing, Version 3.0,');
  });

  test('a summary of a text without prose and pages names its lines', () => {
    expect(summarise('A10 Foundations\nB30 Roofing\nB30 Roofing')).toBe('Lines in it: b30 roofing, a10 foundations.');
    expect(summarise('GARAGE', [{ sheet_number: null, title: null }])).toBe('Labels on it: garage.');
  });

  test('a summary names its sheets as they are read now, unless a caller has replaced it', () => {
    const sheet = { sheet_number: 'A-101', title: 'Floor', revision: 'A' };
    const summary = summarise('The doors are made of oak. '.repeat(3), [sheet]);
    expect(withSheetsAsRead(summary, [sheet], [{ ...sheet, sheet_number: 'A-999', revision: 'B' }])).toBe(
      summary?.replace('A-101 Floor, revision A', 'A-999 Floor, revision B'),
    );
    expect(withSheetsAsRead('Drawing A-101 Floor, revision A.', [sheet], [])).toBeNull();
    for (const own of ['The ground floor.', 'Drawing A-101 Floor, revision A.1', null]) {
      expect(withSheetsAsRead(own, [sheet], [])).toBe(own);
    }
    expect(withSheetsAsRead('The ground floor.', [], [sheet])).toBe('The ground floor.');
  });

  test('a summary takes sentences from the text, in order', () => {
    const text = Array.from(
      { length: 40 },
      (_, i) =>
        `The contractor shall install the ${i % 3 ? 'roof membrane' : `item ${i}`} in the manner that is shown on the plan.`,
    ).join(' ');
    const taken = summarise(text)?.split(/(?<=\.) /) ?? [];
    expect(taken.length).toBeGreaterThan(0);
    const places = taken.map((part) => text.indexOf(part));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

describe('related queries', () => {
  test('are few, distinct and built from the given terms', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom('fire door', 'roof', 'door closer', 'slab', 'plan'), { maxLength: 5 }),
        (found) => {
          const queries = relatedQueries(found, [{ sheet_number: 'A-1', title: 'Roof Plan' }]);
          expect(queries.length).toBeLessThanOrEqual(5);
          expect(new Set(queries).size).toBe(queries.length);
          const known = new Set(['roof', 'plan', ...found.flatMap((term) => term.split(' '))]);
          for (const word of queries.flatMap((query) => query.split(' '))) expect(known).toContain(word);
        },
      ),
    );
    expect(relatedQueries([])).toEqual([]);
  });
});

describe('vectors', () => {
  test('have length one for every text with a word, at every size', () => {
    fc.assert(
      fc.property(sentence, fc.constantFrom(256, 512, 1024), (rest, dimensions) => {
        const text = `Concrete ${rest}`;
        const vector = embed(text, dimensions);
        expect(vector).toHaveLength(dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
        expect(cosine(vector, embed(text.toUpperCase(), dimensions))).toBeGreaterThan(0.9);
      }),
    );
  });

  test('find a misspelt word, and reject vectors that cannot be compared', () => {
    const query = embed('plasterbord');
    expect(cosine(query, embed('plasterboard partition'))).toBeGreaterThan(cosine(query, embed('steel column')) + 0.1);
    expect(() => cosine([1], [1, 0])).toThrow(RangeError);
    expect(() => embed('x', 0)).toThrow(RangeError);
    expect(cosine([0, 0], [1, 0])).toBe(0);
  });
});

test('234 pages of text are processed in well under a second', async () => {
  const line = 'The minimum height of a fence in a residential district shall not exceed 6 feet above grade.';
  const given = Array.from({ length: 234 }, (_, i) => ({
    page: i + 1,
    text: Array.from({ length: 34 }, (_, k) => `${line} Item ${i * 34 + k} of lot ${k}`).join('\n'),
  }));
  const text = given.map((page) => page.text).join('\f');
  const took = await processorMilliseconds(() => {
    const chunks = chunkPages(given);
    summarise(text);
    relatedQueries(keywords(text));
    for (const chunk of chunks) embed(chunk.text);
  });
  expect(took).toBeLessThan(3000);
});
