import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryRegister } from '../../../shared/domain/register/memory-register.ts';
import { pageOfAll } from '../../../shared/domain/register/merge.ts';
import { readSnapshot, writeSnapshot } from '../../../shared/domain/register/snapshot.ts';
import { line, query } from './support/arbitrary.ts';
import { NaiveRegister } from './support/naive-register.ts';

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: line.map((value) => ({ put: value })) },
    { weight: 3, arbitrary: query.map((value) => ({ ask: value })) },
    { weight: 1, arbitrary: fc.constant({ store: true as const }) },
  ),
  { maxLength: 60 },
);

describe('the register in memory', () => {
  test('answers as the naive one after any changes, questions and snapshots', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let register = new MemoryRegister();
        const naive = new NaiveRegister();
        for (const step of taken) {
          if ('put' in step) {
            register.put(step.put);
            naive.put(step.put);
          } else if ('ask' in step) {
            expect(register.rows(step.ask)).toEqual(naive.rows(step.ask));
          } else {
            const stored = readSnapshot('p', writeSnapshot('p', 5, register.columns));
            expect(stored.columns.bytes).toBe(register.columns.bytes);
            register = new MemoryRegister(stored.columns);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('knows a line that does not differ, and notices each single field that does', () => {
    fc.assert(
      fc.property(line, line, (first, second) => {
        const register = new MemoryRegister();
        expect(register.put(first)).toBe(true);
        expect(register.put({ ...first })).toBe(false);
        const other = { ...second, document_id: first.document_id };
        const naive = new NaiveRegister();
        naive.put(other);
        register.put(other);
        expect(register.put({ ...other })).toBe(false);
        const everything = { sortBy: 'title', sortOrder: 'asc', skip: 0, limit: 10 } as const;
        expect(register.rows(everything)).toEqual(naive.rows(everything));
      }),
    );
  });

  test('several registers merge into the pages of one', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), query, (lines, asked) => {
        const parts = [new MemoryRegister(), new MemoryRegister(), new MemoryRegister()];
        const whole = new NaiveRegister();
        // Chains do not span projects, so each document stands in the part that its chain belongs to.
        const partOf = (root: string) => parts[root.length % 3 === 0 ? 0 : root.charCodeAt(root.length - 1) % 3]!;
        const chainOf = new Map<string, string>();
        for (const value of lines) {
          const root = chainOf.get(value.document_id) ?? value.revision_root;
          chainOf.set(value.document_id, root);
          partOf(root).put({ ...value, revision_root: root });
          whole.put({ ...value, revision_root: root });
        }
        expect(pageOfAll(parts, asked)).toEqual(whole.page(asked));
      }),
      { numRuns: 200 },
    );
  });

  test('keeps its orders through growth past every capacity', () => {
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

describe('a snapshot', () => {
  const register = new MemoryRegister();
  for (const value of fc.sample(line, { numRuns: 40, seed: 3 })) register.put(value);
  const json = writeSnapshot('p', 42, register.columns);

  test('says when the read began that completed it', () => {
    expect(readSnapshot('p', json).readAt).toBe(42);
  });

  test.each([
    ['of another project', () => readSnapshot('q', json)],
    ['cut short', () => readSnapshot('p', json.slice(0, -20))],
    ['of another format', () => readSnapshot('p', json.replace('"format":1', '"format":0'))],
    ['without a column', () => readSnapshot('p', json.replace('"filenames"', '"filename"'))],
    [
      'with a shorter column of texts',
      () => readSnapshot('p', json.replace(/"filenames":\["[^"]*",/, '"filenames":[')),
    ],
    ['with a shorter column of bytes', () => readSnapshot('p', json.replace(/"file_size":"[^"]{12}/, '"file_size":"'))],
    ['that is no JSON', () => readSnapshot('p', 'null and void')],
  ])('%s is refused', (_name, read) => {
    expect(read).toThrow();
  });
});
