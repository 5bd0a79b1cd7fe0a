import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNCORRECTED } from '../../../shared/domain/sheets/sheet-correction.ts';
import type { SheetLine } from '../../../shared/domain/sheets/sheet-lines.ts';
import { registerSheets, type SheetHolder, SheetRegister } from '../../../shared/domain/sheets/sheet-register.ts';
import {
  locator as locatorIn,
  RequestedLocation,
  type TaskLocation,
} from '../../../shared/domain/tasks/task-location.ts';

const line = (page: number, sheet_number: string, more: Partial<SheetLine> = {}): SheetLine => ({
  ...{ page, sheet_number, title: null, revision: null, date: null, discipline: null, confidence: 0.9 },
  ...{ image_digest: null, ...more },
});
const holder = (document_id: string, day: number, ...sheets: SheetLine[]): SheetHolder => ({
  ...{ document_id, created_at: `2026-01-0${day}T00:00:00.000Z`, sheets },
});
const pin = (document_id: string, page = 1, sheet_key: string | null = null): TaskLocation => ({
  ...{ document_id, page, bounding_box: null, sheet_key },
});

const locator = (sheets: ReturnType<typeof registerSheets>) => locatorIn(new SheetRegister(sheets));

test('a task is shown on the current revision of the sheet on its page', () => {
  const [first, second] = [holder('a', 1, line(1, 'A-1'), line(2, 'A-2')), holder('b', 2, line(3, 'A-1'))];
  const at = (holders: SheetHolder[], location: TaskLocation) => {
    const { key, place } = locator(registerSheets(holders))(location);
    return [key, place.document_id, place.page];
  };
  expect(at([first], pin('a'))).toEqual(['A1', 'a', 1]);
  expect(at([first, second], pin('a'))).toEqual(['A1', 'b', 3]);
  expect(at([first, second], pin('a', 2))).toEqual(['A2', 'a', 2]);
  expect(at([first, second], pin('a', 7))).toEqual([null, 'a', 7]);
  // The document was deleted, or its page was read without a number.
  expect(at([second], pin('a', 1, 'A1'))).toEqual(['A1', 'b', 3]);
  expect(at([], pin('a', 1, 'A1'))).toEqual(['A1', 'a', 1]);
  // The number in the title block takes precedence over the former one.
  expect(at([holder('a', 1, line(1, 'A-9')), second], pin('a', 1, 'A1'))).toEqual(['A9', 'a', 1]);
});

test('a task on a page that is only proposed for a sheet, or was rejected, stays on its page', () => {
  const holders = [holder('a', 1, line(1, 'A-1')), holder('b', 2, line(1, 'A-1', { confidence: 0.3 }))];
  const decided = (accepted: boolean) => [
    { key: 'A1', ...UNCORRECTED, decided: [{ document_id: 'b', page: 1, accepted }] },
  ];
  const keyOf = (sheets: ReturnType<typeof registerSheets>) => locator(sheets)(pin('b', 1, 'A1')).key;
  expect(keyOf(registerSheets(holders))).toBeNull();
  expect(keyOf(registerSheets(holders, decided(true)))).toBe('A1');
  expect(keyOf(registerSheets(holders, decided(false)))).toBeNull();
});

test('every page of a sheet leads to its current revision, in any register', () => {
  const one = fc.record({ number: fc.constantFrom('A-1', 'A-2', 'S-1'), day: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (all) => {
      const sheets = registerSheets(all.map(({ number, day }, i) => holder(`d${i}`, day, line(1, number))));
      const locate = locator(sheets);
      for (const { key, revisions, current } of sheets) {
        for (const { document_id } of revisions) {
          expect(locate(pin(document_id))).toMatchObject({ key, place: { document_id: current.document_id } });
        }
      }
    }),
  );
});

test('a location names a sheet, or a page of a document, and lies within the page', () => {
  const accepts = (location: object) => RequestedLocation.safeParse(location).success;
  expect([{ sheet_id: 's' }, { document_id: 'd' }, { document_id: 'd', page: 3 }].map(accepts)).toEqual([
    true,
    true,
    true,
  ]);
  expect([{}, { page: 1 }, { sheet_id: 's', document_id: 'd' }, { sheet_id: 's', page: 1 }].some(accepts)).toBe(false);
  const box = (x: number, width: number) => ({ document_id: 'd', bounding_box: { x, y: 0.5, width, height: 0 } });
  expect([box(0.5, 0), box(0.4, 0.6), box(0, 1)].map(accepts)).toEqual([true, true, true]);
  expect([box(0.5, 0.6), box(-0.1, 0.1), box(0, 1.1)].some(accepts)).toBe(false);
  expect(RequestedLocation.parse(box(1e-12, 0.1)).bounding_box?.x).toBe(0);
});
