import { describe, expect, test } from 'vitest';
import { flag, LowerBound, UpperBound } from '../../shared/domain/query-values.ts';
import { DocumentTypes, ProcessingStatuses } from '../../shared/domain/register/list-parameters.ts';

describe('limits of time', () => {
  test.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z', '2026-02-28T22:30:00.000Z'],
    ['2026-03-01T22:30:00-05:30', '2026-03-02T04:00:00.000Z', '2026-03-02T04:00:00.000Z'],
    ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.124Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T10:00:00.123000Z', '2026-03-01T10:00:00.123Z', '2026-03-01T10:00:00.123Z'],
  ])('%s counts from %s and up to %s', (given, lower, upper) => {
    expect(LowerBound.parse(given)).toBe(lower);
    expect(UpperBound.parse(given)).toBe(upper);
  });

  test.each([
    '',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-3-1',
    '2026-03-01T25:00:00Z',
    '01.03.2026',
    '1772359200',
    'now',
    // The year 10000, and the one before 0, in UTC.
    '9999-12-31T23:59:59-00:01',
    '0000-01-01T00:00:00+00:01',
  ])('"%s" is no time', (given) => {
    expect(LowerBound.safeParse(given).success).toBe(false);
    expect(UpperBound.safeParse(given).success).toBe(false);
    expect(LowerBound.safeParse(given).error?.issues).toHaveLength(1);
  });

  test('no record is as late as after the last millisecond of the year 9999', () => {
    const last = '9999-12-31T23:59:59.999';
    expect([LowerBound.parse(last), UpperBound.parse(`${last}9`)]).toEqual([`${last}Z`, `${last}Z`]);
    expect(LowerBound.safeParse(`${last}9`).success).toBe(false);
  });
});

describe('lists of values', () => {
  test('types are accepted in any case and returned in their own', () => {
    expect(DocumentTypes.parse('drawing, Brochure,OTHER')).toEqual(['DRAWING', 'brochure', 'OTHER']);
    expect(DocumentTypes.parse(undefined)).toBeUndefined();
  });
  test.each(['', ',', 'DRAWING,', 'DRAWING;OTHER', 'PLAN'])('"%s" is not a list of types', (given) => {
    expect(DocumentTypes.safeParse(given).success).toBe(false);
  });
  test('a list has at most 50 values', () => {
    expect(ProcessingStatuses.parse(Array(50).fill('QUEUED').join())).toHaveLength(50);
    expect(ProcessingStatuses.safeParse(Array(51).fill('QUEUED').join()).success).toBe(false);
  });
});

test('flags are true, false, 1 or 0', () => {
  expect(['true', 'TRUE', '1', 'false', '0', undefined].map((given) => flag(true).parse(given))).toEqual([
    ...[true, true, true, false, false, true],
  ]);
  expect(['', 'yes', '2', 'null'].filter((given) => flag(true).safeParse(given).success)).toEqual([]);
});
