import { expect, test, vi } from 'vitest';
import { writeModes } from '../../../functions/notification-preferences/lib/write-modes.ts';

test.each([
  [undefined, 3],
  [2, 2],
])('with version %s of the caller, modes are written over version %d', async (ifVersion, expected) => {
  const now = new Date('2026-03-12T12:00:00Z');
  const change = vi.fn(async (..._given: unknown[]) => ({}));
  const ports = {
    'preferences.read': { get: async () => ({ record_version: 3, modes: {} }) },
    'preferences.write': { change },
  };
  const write = { organizationId: 'o', subscriber: 'ann', modes: () => ({}), ifVersion, writeId: 'w', now };
  await writeModes(write as never, ports as never);
  expect(change.mock.calls).toEqual([['o', 'ann', { modes: {} }, { ifVersion: expected, writeId: 'w', now }]]);
});
