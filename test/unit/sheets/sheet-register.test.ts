import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inIssueOrder, issueTime } from '../../../shared/domain/sheets/issue-order.ts';
import { readSheetLines, type SheetLine, writeSheetLines } from '../../../shared/domain/sheets/sheet-lines.ts';
import { filterSheets, registerSheets, type SheetHolder } from '../../../shared/domain/sheets/sheet-register.ts';

const sheet = (page: number, sheet_number: string | null, more: Partial<SheetLine> = {}) => ({
  ...{ page, sheet_number, title: null, revision: null, date: null, scale: null },
  confidence: { sheet_number: 0.914, title: 0, revision: 0, date: 0, scale: 0 },
  ...(more as object),
});
const holder = (document_id: string, created_at: string, ...sheets: ReturnType<typeof sheet>[]): SheetHolder => ({
  ...{ document_id, created_at },
  sheet_lines: writeSheetLines(sheets) as string,
});

test('sheets without a number are not stored, and a discipline is derived from the number', () => {
  const text = writeSheetLines([sheet(1, null), sheet(2, 'S-201'), sheet(3, 'A-101', { title: 'PLAN' })]) as string;
  expect(readSheetLines(text)).toMatchObject([
    { page: 2, sheet_number: 'S-201', discipline: 'structural', confidence: 0.91 },
    { page: 3, sheet_number: 'A-101', title: 'PLAN', discipline: 'architectural' },
  ]);
  expect(writeSheetLines([sheet(1, null)])).toBeNull();
});

test.each([
  ['2026-05-04', '2026-05-04'],
  ['2026/5/4', '2026-05-04'],
  ['04.05.2026', '2026-05-04'],
  ['4.5.26', '2026-05-04'],
  ['05/24/2026', '2026-05-24'],
  ['24/05/2026', '2026-05-24'],
  ['4 May 2026', '2026-05-04'],
  ['04-MAY-26', '2026-05-04'],
  ['05/05/2026', '2026-05-05'],
  ['03/04/2026', undefined],
  ['2026-02-30', undefined],
  ['31.04.2026', undefined],
  ['TBD', undefined],
  [null, undefined],
])('the date %s is %s', (printed, iso) => {
  expect(issueTime(printed)).toBe(iso === undefined ? undefined : Date.parse(iso));
});

/** Revisions received in this order, one a day. */
const revisions = (...stated: [revision: string | null, date?: string][]) =>
  stated.map(([revision, date = null], i) => ({
    ...{ revision, date: date as string | null, document_id: `d${i}`, page: 1 },
    created_at: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
  }));
const ordered = (...stated: Parameters<typeof revisions>) =>
  inIssueOrder(revisions(...stated)).map((each) => each.revision);

test('revisions are in the order of their issue dates, then of their labels, then of receipt', () => {
  expect(ordered(['B', '2026-05-01'], ['C', '2026-06-01'], ['A', '2026-04-01'])).toEqual(['A', 'B', 'C']);
  expect(ordered(['B', '2026-05-01'], ['A', '2026-06-01'])).toEqual(['B', 'A']);
  expect(ordered(['B', '2026-05-01'], ['A', '2026-05-01'])).toEqual(['A', 'B']);
  expect(ordered(['10'], ['9'], ['Rev. 2'])).toEqual(['Rev. 2', '9', '10']);
  expect(ordered(['AA'], ['Z'])).toEqual(['Z', 'AA']);
  expect(ordered(['C01'], ['P02'], ['T1'], ['P02.1'])).toEqual(['P02', 'P02.1', 'T1', 'C01']);
  // Letters for design and numbers for construction cannot be compared: the order of receipt decides.
  expect(ordered(['C'], ['1'], ['B'])).toEqual(['C', '1', 'B']);
  expect(ordered(['B', '2026-05-01'], ['A'])).toEqual(['A', 'B']);
});

test('the register is the same for any order of uploads, and has each page once', () => {
  const some = fc.constantFrom;
  const one = fc.record({
    number: some('A-101', 'a 101', 'A-102', 'S-1'),
    revision: some(null, 'A', 'B', '1', 'P01', 'x?'),
    date: some(null, '2026-05-01', '01.06.2026', '03/04/2026'),
    day: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 12 }).chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(
            all.map((_, i) => i),
            { minLength: all.length },
          ),
        ),
      ),
      ([all, order]) => {
        const holders = all.map(({ number, revision, date, day }, i) =>
          holder(`d${i}`, `2026-01-0${day}T00:00:00.000Z`, sheet(1, number, { revision, date })),
        );
        const register = registerSheets(holders);
        expect(registerSheets(order.map((i) => holders[i]!))).toEqual(register);
        expect(register.flatMap(({ revisions }) => revisions.map(({ document_id }) => document_id)).sort()).toEqual(
          holders.map(({ document_id }) => document_id).sort(),
        );
        for (const { revisions, current } of register) expect(revisions.at(-1)).toBe(current);
      },
    ),
  );
});

test('numbers sort as people count, and spellings of a number are one sheet', () => {
  const register = registerSheets([
    holder('a', '2026-01-01', sheet(1, 'A-10'), sheet(2, 'A-9'), sheet(3, 'A-101')),
    holder('b', '2026-01-02', sheet(1, 'a 9')),
  ]);
  expect(register.map(({ key, revisions }) => [key, revisions.length])).toEqual([
    ['A9', 2],
    ['A10', 1],
    ['A101', 1],
  ]);
  expect(register[0]?.current).toMatchObject({ document_id: 'b', sheet_number: 'a 9' });
});

test('sheets are filtered by the discipline, number and title of their current revision', () => {
  const register = registerSheets([
    holder(
      'a',
      '2026-01-01',
      sheet(1, 'A-101', { title: 'Ground floor' }),
      sheet(2, 'S-101', { title: 'Foundations' }),
    ),
  ]);
  const numbers = (filter: Parameters<typeof filterSheets>[1]) =>
    filterSheets(register, filter).map(({ current }) => current.sheet_number);
  expect(numbers({ discipline: 'structural' })).toEqual(['S-101']);
  expect(numbers({ text: 'ground' })).toEqual(['A-101']);
  expect(numbers({ text: '-101' })).toEqual(['A-101', 'S-101']);
  expect(numbers({ discipline: 'structural', text: 'ground' })).toEqual([]);
});
