import { expect, test } from 'vitest';
import { referencesOf, sheetKeysOf } from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';

const sheet = (page: number, sheet_number: string | null, ...cited: string[]): Sheet => ({
  ...{ page, sheet_number, title: null, revision: null, date: null, scale: null },
  confidence: { sheet_number: 1, title: 0, revision: 0, date: 0, scale: 0 },
  sheet_references: cited.map((number) => ({ sheet_number: number })),
});
const document = (document_id: string, ...sheets: Sheet[]) => ({
  ...{ document_id, title: document_id, revision: 'B', is_latest: true, sheets },
});

test('a number is the same however its parts are joined, except that a dot counts', () => {
  expect(sheetKeysOf([sheet(1, 'A-501', 'a 501', 'A–501', 'Ａ５０１', 'A5.01')])).toEqual({
    holds: ['A501'],
    cites: ['A501', 'A5.01'],
  });
  expect(sheetKeysOf([sheet(1, null), sheet(2, '-')])).toEqual({ holds: [], cites: [] });
});

test('documents without the reference are omitted, and a sheet without a number is never cited', () => {
  const own = document('own', sheet(1, 'A-101', 'S 201'), sheet(2, null, ''));
  const others = [own, document('holds', sheet(4, 'S-201')), document('stale', sheet(1, 'S-999', 'S-998'))];
  const { cites, cited_by } = referencesOf(own, others);
  expect(cites.map(({ sheets }) => sheets.map((each) => [each.document_id, each.page, each.title]))).toEqual([
    [['holds', 4, 'holds']],
    expect.anything(),
  ]);
  expect(cited_by).toEqual([]);
});
