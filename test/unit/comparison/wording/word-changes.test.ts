import { afterEach, expect, test, vi } from 'vitest';
import type { ComparedSheet, ComparisonItem } from '../../../../shared/comparison/engine/index.ts';
import { wordChanges } from '../../../../shared/comparison/wording/word-changes.ts';
import type { Describer } from '../../../../shared/ports.ts';

const sheet = (sheet_number: string) => ({ sheet_number, title: 'Plan', discipline: 'architectural' }) as ComparedSheet;
const item = (number: number, sheetNumber: number) =>
  ({ number, sheet: sheetNumber, kind: 'text_added', description: `Note ${number} added` }) as ComparisonItem;
const sheets = [sheet('A-101'), sheet('A-102')];
const items = Array.from({ length: 60 }, (_, i) => item(i + 1, i < 30 ? 1 : 2));
const never = new AbortController().signal;

/** A describer that records its requests and words each change, except on sheets for which it `fails`. */
const describer = (fails: (sheetNumber: string | null) => boolean = () => false) => {
  const asked: [string | null, number[]][] = [];
  const model: Describer = {
    model: 'words',
    describe: async ({ sheet: { sheet_number }, changes }) => {
      asked.push([sheet_number, changes.map(({ number }) => number)]);
      if (fails(sheet_number)) throw new Error('busy');
      return changes.map(({ number }) => ({ number, description: `There is a note ${number} more` }));
    },
  };
  return { ...model, asked };
};
afterEach(() => vi.restoreAllMocks());

test('changes are requested sheet by sheet in batches, and take the wording of the answers', async () => {
  const words = describer();
  const told = await wordChanges({ items, sheets }, words, never);
  expect(words.asked.map(([number, numbers]) => [number, numbers.length])).toEqual([
    ['A-101', 25],
    ['A-101', 5],
    ['A-102', 25],
    ['A-102', 5],
  ]);
  expect(words.asked.flatMap(([, numbers]) => numbers)).toEqual(items.map(({ number }) => number));
  expect(told[59]).toMatchObject({ description: 'There is a note 60 more', rule_description: 'Note 60 added' });
});

test('changes without an answer keep the description by the rules, and a warning is logged', async () => {
  const warned = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const told = await wordChanges(
    { items, sheets },
    describer((number) => number === 'A-101'),
    never,
  );
  expect(told[0]).toEqual(items[0]);
  expect(told[59]!.description).toBe('There is a note 60 more');
  expect(warned.mock.calls.map(String).join()).toContain('The language model did not word changes');
});

test('only the most important changes are requested', async () => {
  const many = Array.from({ length: 230 }, (_, i) => item(i + 1, 1));
  const words = describer();
  const told = await wordChanges({ items: many, sheets }, words, never);
  expect(words.asked.flatMap(([, numbers]) => numbers)).toHaveLength(200);
  expect(told[229]).toEqual(many[229]);
});

test('an aborted run ends', async () => {
  const aborted = new AbortController();
  const words: Describer = {
    model: 'words',
    describe: async () => {
      aborted.abort(new Error('lease lost'));
      throw new Error('aborted');
    },
  };
  await expect(wordChanges({ items, sheets }, words, aborted.signal)).rejects.toThrow('lease lost');
});
