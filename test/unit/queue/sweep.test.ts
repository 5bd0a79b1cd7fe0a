import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Conflict } from '../../../shared/domain/errors.ts';
import type { Lease } from '../../../shared/domain/lease.ts';
import { environment } from '../../../shared/environment.ts';
import { sweep } from '../../../shared/queue/sweep.ts';

const now = new Date('2026-05-01T12:00:00Z');
const pause = environment().SWEEP_AFTER_SECONDS * 1000;
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
const run = { requestId: 'run', now, deadline: now.getTime() + 60_000, signal: new AbortController().signal };

interface Waiting {
  attempts: number;
  queued_at: string | null;
  lease: Lease | null;
  since: string;
}
const waiting = (more: Partial<Waiting> = {}): Waiting => ({
  ...{ attempts: 0, queued_at: ago(3 * pause), lease: null, since: ago(pause), ...more },
});

const send = vi.fn(async (_record: Waiting) => {});
const giveUp = vi.fn(async (..._given: unknown[]): Promise<unknown> => undefined);
const postpone = vi.fn(async (_record: Waiting, _until: string) => {});
let extension = 0;
const list = vi.fn(async (_before: string, _limit: number): Promise<Waiting[]> => []);
const swept = async (...records: Waiting[]) => {
  list.mockResolvedValueOnce(records);
  await sweep('Work', { busy: { list, postpone }, leaseExtension: async () => extension, giveUp }, send, run);
};
beforeEach(() => {
  vi.clearAllMocks();
  extension = 0;
});

describe('a sweep', () => {
  test('lists records that have waited longer than the pause', async () => {
    await swept();
    expect(list.mock.calls[0]?.[0]).toBe(ago(pause));
  });

  test('sends waiting records, and then waits as long again as they have waited', async () => {
    const record = waiting();
    await swept(record);
    expect(send.mock.calls).toEqual([[record]]);
    expect(postpone.mock.calls).toEqual([[record, ago(-2 * pause)]]);
  });

  test('counts from the first sighting if the record has no queued_at, and waits at least one pause', async () => {
    await swept(waiting({ queued_at: null, since: ago(5 * pause) }), waiting({ queued_at: ago(0) }));
    expect(postpone.mock.calls.map(([, until]) => until)).toEqual([ago(-4 * pause), ago(0)]);
  });

  test('waits for 15 pauses at most, however long a record has waited', async () => {
    await swept(waiting({ queued_at: ago(15 * pause) }), waiting({ queued_at: ago(400 * pause) }));
    expect(postpone.mock.calls.map(([, until]) => until)).toEqual([ago(-14 * pause), ago(-14 * pause)]);
  });

  test('leaves records alone whose lease, or its extension, is valid', async () => {
    const held = waiting({ lease: { owner: 'a', until: now.getTime() + 1 } });
    await swept(held);
    extension = now.getTime() + 1;
    await swept(waiting({ lease: { owner: 'a', until: now.getTime() - 1 } }));
    expect(send).not.toHaveBeenCalled();
    expect(giveUp).not.toHaveBeenCalled();
  });

  test('sends a record again as soon as its lease has expired', async () => {
    extension = now.getTime();
    await swept(waiting({ lease: { owner: 'a', until: now.getTime() } }));
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('marks a record failed after killing five workers, and continues if another run did so first', async () => {
    const ended = waiting({ attempts: 5 });
    giveUp.mockRejectedValueOnce(new Conflict('taken'));
    await swept(ended, waiting({ attempts: 4 }));
    expect(giveUp.mock.calls).toHaveLength(1);
    expect(giveUp.mock.calls[0]?.slice(0, 2)).toEqual([
      ended,
      expect.objectContaining({ error_detail: { code: 'interrupted', attempts: 5 }, lease: null }),
    ]);
    expect(giveUp.mock.calls[0]?.[2]).toMatchObject({ leaseFreeAt: now.getTime(), now });
    expect(send).toHaveBeenCalledTimes(1);
    expect(postpone).toHaveBeenCalledTimes(1);
  });

  test('rethrows any other error of that', async () => {
    giveUp.mockRejectedValueOnce(new Error('throttled'));
    await expect(swept(waiting({ attempts: 5 }))).rejects.toThrow('throttled');
  });
});
