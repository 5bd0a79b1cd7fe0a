import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currentSet, documentSet, pairSets, type SetPage } from '../../../shared/domain/comparisons/pair-sets.ts';
import { registerSheets } from '../../../shared/domain/sheets/sheet-register.ts';

const page = (document_id: string, number: string, more: Partial<SetPage> = {}): [string, SetPage] => [
  number,
  {
    ...{ document_id, page: 1, sheet_number: number, title: null, revision: null, discipline: null },
    ...{ image_digest: `${document_id}${number}`, ...more },
  },
];
const changes = (older: [string, SetPage][], newer: [string, SetPage][]) =>
  pairSets(new Map(older), new Map(newer)).map(({ change, older, newer }) => [
    change,
    older?.sheet_number ?? null,
    newer?.sheet_number ?? null,
  ]);

test('sheets are paired by number, and those that look the same are unchanged', () => {
  const older = [page('a', 'A1'), page('a', 'A2', { image_digest: 'same' }), page('a', 'A3'), page('a', 'A5')];
  const newer = [page('b', 'A1'), page('b', 'A2', { image_digest: 'same' }), page('b', 'A4'), page('a', 'A5')];
  expect(changes(older, newer)).toEqual([
    ['changed', 'A1', 'A1'],
    ['unchanged', 'A2', 'A2'],
    ['added', null, 'A4'],
    ['unchanged', 'A5', 'A5'],
    ['removed', 'A3', null],
  ]);
});

test('sheets whose appearance is unknown are compared', () => {
  const unknown = { image_digest: null };
  expect(changes([page('a', 'A1', unknown)], [page('b', 'A1', unknown)])).toEqual([['changed', 'A1', 'A1']]);
});

test('a sheet is renamed if a title leaves under one number and returns under another, each once', () => {
  const title = 'Roof plan';
  expect(changes([page('a', 'A1', { title })], [page('b', 'A9', { title: ' ROOF PLAN' })])).toEqual([
    ['renamed', 'A1', 'A9'],
  ]);
  expect(changes([page('a', 'A1', { title }), page('a', 'A2', { title })], [page('b', 'A9', { title })])).toEqual([
    ['added', null, 'A9'],
    ['removed', 'A1', null],
    ['removed', 'A2', null],
  ]);
});

test('sheets whose number only counts are paired if their titles do not differ', () => {
  const of = (number: string, title: string | null, other: string | null) =>
    changes([page('a', number, { title })], [page('b', number, { title: other })]);
  expect(of('1/1', 'appuis', 'Appuis')).toEqual([['changed', '1/1', '1/1']]);
  expect(of('1/1', 'appuis', null)).toEqual([['changed', '1/1', '1/1']]);
  expect(of('A1', 'appuis', 'cuisine')).toEqual([['changed', 'A1', 'A1']]);
  expect(of('1/1', 'appuis', 'cuisine')).toEqual([
    ['added', null, '1/1'],
    ['removed', '1/1', null],
  ]);
});

test('every sheet of both sets is in exactly one pair', () => {
  const set = (document: string) =>
    fc
      .uniqueArray(
        fc.record({
          number: fc.constantFrom('A1', 'A2', 'A3', 'A4', '1/2'),
          title: fc.constantFrom(null, 'x', 'y', 'z'),
        }),
        { selector: ({ number }) => number },
      )
      .map((all) => all.map(({ number, title }) => page(document, number, { title })));
  fc.assert(
    fc.property(set('a'), set('b'), (older, newer) => {
      const pairs = pairSets(new Map(older), new Map(newer));
      const numbers = (side: 'older' | 'newer') => pairs.flatMap((pair) => pair[side]?.sheet_number ?? []).sort();
      expect(numbers('older')).toEqual(older.map(([number]) => number).sort());
      expect(numbers('newer')).toEqual(newer.map(([number]) => number).sort());
    }),
  );
});

test('void sheets are in no current set, and a document contributes its own pages', () => {
  const line = (number: string, page: number) => ({
    ...{ page, sheet_number: number, title: null, revision: null, date: null, discipline: null },
    ...{ confidence: 0.9, image_digest: null },
  });
  const sheets = registerSheets(
    [
      { document_id: 'a', created_at: '2026-01-01', sheets: [line('A-1', 1), line('A-2', 2)] },
      { document_id: 'b', created_at: '2026-01-02', sheets: [line('A-1', 1)] },
    ],
    [{ key: 'A2', title: null, discipline: null, is_void: true, merged_into: null, current: null, decided: [] }],
  );
  expect([...currentSet(sheets).values()].map(({ document_id }) => document_id)).toEqual(['b']);
  expect([...documentSet(sheets, 'a')].map(([key, { page }]) => [key, page])).toEqual([
    ['A1', 1],
    ['A2', 2],
  ]);
});
