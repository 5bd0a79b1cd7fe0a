import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admitted, hourEnds, hourOf, minuteOf, refused } from '../../../shared/domain/limits/rate-windows.ts';
import { expiredSlots, slotOf } from '../../../shared/domain/limits/slots.ts';

const BOUNDS = { perMinute: 100, perHour: 5000, concurrent: 10 };
const now = new Date('2026-03-12T19:03:58.250Z');
const seconds = (text: string): number => Date.parse(text) / 1000;

describe('an admitted request', () => {
  test('has the limit of the minute, or of the hour if fewer are left of that', () => {
    expect(admitted(BOUNDS, { minute: 1, hour: 1, inFlight: 1 }, now)).toEqual({
      admitted: true,
      window: 'minute',
      limit: 100,
      remaining: 99,
      reset: seconds('2026-03-12T19:04:00Z'),
      retryAfter: 0,
    });
    expect(admitted(BOUNDS, { minute: 90, hour: 4990, inFlight: 1 }, now)).toMatchObject({ limit: 100, remaining: 10 });
    expect(admitted(BOUNDS, { minute: 3, hour: 4990, inFlight: 1 }, now)).toMatchObject({
      limit: 5000,
      remaining: 10,
      reset: seconds('2026-03-12T20:00:00Z'),
    });
  });
});

describe('a rejected request', () => {
  test.each([
    ['the hour', 'hour', { minute: 100, hour: 5000, inFlight: 10 }, 5000, '2026-03-12T20:00:00Z', 3362],
    ['the minute', 'minute', { minute: 100, hour: 4999, inFlight: 10 }, 100, '2026-03-12T19:04:00Z', 2],
    ['the slots', 'concurrent', { minute: 99, hour: 4999, inFlight: 10 }, 10, '2026-03-12T19:04:00Z', 2],
  ])('by %s', (_name, window, usage, limit, reset, retryAfter) => {
    expect(refused(BOUNDS, usage, now)).toEqual({
      admitted: false,
      window,
      limit,
      remaining: 0,
      reset: seconds(reset),
      retryAfter,
    });
  });

  test('always waits at least a second, and no longer than its window', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (time) => {
        const full = refused(BOUNDS, { minute: 100, hour: 0, inFlight: 0 }, time);
        expect(full?.retryAfter).toBeGreaterThanOrEqual(1);
        expect(full?.retryAfter).toBeLessThanOrEqual(60);
        expect(full?.reset).toBeGreaterThan(time.getTime() / 1000);
        expect(hourEnds(time) * 1000).toBeGreaterThan(time.getTime());
      }),
    );
  });

  test('is admitted while no limit is reached', () => {
    expect(refused(BOUNDS, { minute: 99, hour: 4999, inFlight: 9 }, now)).toBeUndefined();
  });
});

test('windows have names in UTC', () => {
  expect(hourOf(now)).toBe('2026-03-12T19');
  expect(minuteOf(now)).toBe(3);
});

test('slots expire with their lease, whatever the request id', () => {
  const slots = [slotOf(now.getTime(), 'a'), slotOf(now.getTime() + 1, 'b'), slotOf(0, '99999999999999#c')];
  expect(expiredSlots(slots, now)).toEqual([slots[0], slots[2]]);
});
