import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryRegister } from '../../../shared/domain/register/memory-register.ts';
import { MergedPage } from '../../../shared/domain/register/merged-page.ts';
import { type RegisterLine, searchedText } from '../../../shared/domain/register/register-line.ts';
import { readSnapshot, writeSnapshot } from '../../../shared/domain/register/snapshot.ts';
import { TextSignatures } from '../../../shared/domain/register/text-signatures.ts';
import { describedWords } from '../../../shared/domain/search/described.ts';
import { UNCORRECTED } from '../../../shared/domain/sheets/sheet-correction.ts';
import { line, query } from './support/arbitrary.ts';
import { NaiveRegister } from './support/naive-register.ts';

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: line.map((value) => ({ put: value })) },
    { weight: 1, arbitrary: line.map(({ document_id }) => ({ remove: document_id })) },
    { weight: 3, arbitrary: query.map((value) => ({ ask: value })) },
    { weight: 1, arbitrary: fc.constant({ store: true as const }) },
  ),
  { maxLength: 60, size: 'max' },
);

describe('the register in memory', () => {
  test('answers like the naive register after any changes, queries and snapshots', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let register = new MemoryRegister();
        const naive = new NaiveRegister();
        for (const step of taken) {
          if ('put' in step) {
            register.put(step.put);
            naive.put(step.put);
          } else if ('remove' in step) {
            register.remove(step.remove);
            naive.lines.delete(step.remove);
          } else if ('ask' in step) {
            expect(register.rows(step.ask)).toEqual(naive.rows(step.ask));
          } else {
            const stored = readSnapshot('p', writeSnapshot('p', { readAt: 5, seen: [], columns: register.columns }));
            expect(stored.columns.bytes).toBe(register.columns.bytes);
            register = new MemoryRegister(stored.columns);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('recognises an unchanged entry', () => {
    fc.assert(
      fc.property(line, (value) => {
        const register = new MemoryRegister();
        expect(register.put(value)).toBe(true);
        expect(register.put({ ...value })).toBe(false);
      }),
    );
  });

  const plain: RegisterLine = {
    ...{ document_id: 'a', title: 'b', description: 'c', document_reference: 'd', status: 'e', processing_status: 'f' },
    ...{ document_type: 'g', category: 'h', filename: 'i', file_size: 1, uploaded_by: 'j', is_deleted: true },
    ...{ created_at: '2026-01-01', updated_at: '2026-01-01', uploaded_at: '2026-01-01', deleted_at: '2026-01-01' },
    revision_root: 'k',
    sheet_lines: 'l',
  };
  test.each(Object.keys(plain).filter((field) => field !== 'document_id'))('detects another %s', (field) => {
    const register = new MemoryRegister();
    register.put(plain);
    const other = { file_size: 2, is_deleted: false }[field] ?? (field.endsWith('_at') ? '2026-01-02' : 'other');
    expect(register.put({ ...plain, [field]: other })).toBe(true);
    expect(register.put({ ...plain, [field]: other })).toBe(false);
    expect(register.put(plain)).toBe(true);
  });

  test('counts its index of texts from the first text search on', () => {
    const register = new MemoryRegister();
    const kept = () => register.bytes - register.columns.bytes;
    const ask = { sortBy: 'title', sortOrder: 'asc', skip: 0, limit: 9, text: 'stairs' } as const;
    const bytesOf = (...titles: string[]) =>
      titles.reduce((sum, title) => sum + 100 + describedWords(searchedText({ ...plain, title })).length, 0);
    register.put({ ...plain, title: 'Stairs' });
    register.put({ ...plain, document_id: 'b', title: 'Ground floor' });
    expect(kept()).toBe(0);
    register.rows(ask);
    expect(kept()).toBe(bytesOf('Stairs', 'Ground floor'));
    register.put({ ...plain, title: 'Stairs to the first floor' });
    register.rows(ask);
    expect(kept()).toBe(bytesOf('Stairs to the first floor', 'Ground floor'));
  });

  test('several registers merge into the pages of one', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30, size: 'max' }), query, (lines, asked) => {
        const parts = [new MemoryRegister(), new MemoryRegister(), new MemoryRegister()];
        const whole = new NaiveRegister();
        // Chains do not span projects, so each document is in the part to which its chain belongs.
        const partOf = (root: string) => parts[root.length % 3 === 0 ? 0 : root.charCodeAt(root.length - 1) % 3]!;
        const chainOf = new Map<string, string>();
        for (const value of lines) {
          const root = chainOf.get(value.document_id) ?? value.revision_root;
          chainOf.set(value.document_id, root);
          partOf(root).put({ ...value, revision_root: root });
          whole.put({ ...value, revision_root: root });
        }
        const merged = new MergedPage(asked);
        for (const part of parts) merged.add(part);
        expect(merged.page).toEqual(whole.page(asked));
      }),
      { numRuns: 200 },
    );
  });

  test('knows which documents hold sheets, at any time, and after a snapshot', () => {
    const at = fc.option(
      fc.integer({ min: 0, max: 7 }).map((day) => Date.UTC(2026, 0, 1 + day)),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30, size: 'max' }), at, (lines, time) => {
        const [register, naive] = [new MemoryRegister(), new NaiveRegister()];
        for (const value of lines) {
          register.put(value);
          naive.put(value);
        }
        const stored = { readAt: 0, seen: [], columns: register.columns };
        const restored = new MemoryRegister(readSnapshot('p', writeSnapshot('p', stored)).columns);
        const expected = naive.sheetHolders(time);
        expect(register.sheetHolders(time)).toEqual(expected);
        expect(restored.sheetHolders(time)).toEqual(expected);
      }),
    );
  });

  test('derives the sheets again whenever a document or a correction has changed, and only then', () => {
    const correction = fc.record({
      key: fc.constant('A1'),
      is_void: fc.boolean(),
      title: fc.constantFrom(null, 'PLAN'),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.array(correction, { maxLength: 1 })), { maxLength: 20 }), (steps) => {
        const [register, naive] = [new MemoryRegister(), new NaiveRegister()];
        for (const [value, some] of steps) {
          const corrections = some.map((each) => ({ ...UNCORRECTED, ...each }));
          register.put(value);
          naive.put(value);
          const sheets = register.sheets(corrections);
          expect(sheets).toEqual(naive.sheets(corrections));
          register.put({ ...value, status: `not ${value.status}` });
          expect(register.sheets(structuredClone(corrections))).toBe(sheets);
          register.put(value);
        }
      }),
    );
  });

  test('keeps its orders while growing past every capacity', () => {
    const register = new MemoryRegister();
    const naive = new NaiveRegister();
    const sample = fc.sample(line, { numRuns: 700, seed: 7 });
    const ask = { sortBy: 'title', sortOrder: 'desc', skip: 0, limit: 700, text: 'ground' } as const;
    for (const [index, value] of sample.entries()) {
      const grown = { ...value, document_id: `d${index}`, revision_root: `d${index}` };
      register.put(grown);
      naive.put(grown);
      if (index % 100 === 0) expect(register.rows(ask)).toEqual(naive.rows(ask));
    }
    expect(register.rows(ask)).toEqual(naive.rows(ask));
    expect(register.columns.size).toBe(700);
  });
});

test("signatures exclude entries without all of the query's trigrams", () => {
  const signatures = new TextSignatures();
  const texts = Array.from({ length: 70 }, (_, i): string => (i % 2 === 0 ? 'roof plan' : 'ground floor'));
  const left = (text: string) => {
    const match = new Uint8Array(texts.length).fill(1);
    signatures.narrow(match, texts, text);
    return match.filter(Boolean).length;
  };
  expect([left('gro'), left('roof'), left('roof floor'), left('ro')]).toEqual([35, 35, 0, 70]);
  texts[0] = 'ground slab';
  signatures.touch(0);
  expect([left('ground'), left('roof'), left('slab')]).toEqual([36, 34, 1]);
});

describe('a snapshot', () => {
  const register = new MemoryRegister();
  for (const value of fc.sample(line, { numRuns: 40, seed: 3 })) register.put(value);
  const json = writeSnapshot('p', { readAt: 42, seen: ['a', 'b'], columns: register.columns });

  test('states when the read that completed it began, and which changes it holds', () => {
    expect(readSnapshot('p', json)).toMatchObject({ readAt: 42, seen: ['a', 'b'] });
  });

  test.each([
    ['of another project', () => readSnapshot('q', json)],
    ['cut short', () => readSnapshot('p', json.slice(0, -20))],
    ['of another format', () => readSnapshot('p', json.replace(/"format":\d+/, '"format":0'))],
    ['without a column', () => readSnapshot('p', json.replace('"filenames"', '"filename"'))],
    [
      'with a shorter column of texts',
      () => readSnapshot('p', json.replace(/"filenames":\["[^"]*",/, '"filenames":[')),
    ],
    ['with a shorter column of bytes', () => readSnapshot('p', json.replace(/"file_size":"[^"]{12}/, '"file_size":"'))],
    ['that is no JSON', () => readSnapshot('p', 'null and void')],
  ])('%s is rejected', (_name, read) => {
    expect(read).toThrow();
  });
});
