import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Conflict, NotFound, Unavailable } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { Lease } from '../../../shared/domain/lease.ts';
import type { StatusTransition } from '../../../shared/domain/transition.ts';
import { environment, useEnvironment } from '../../../shared/environment.ts';
import { type LeasedStore, leasedWork } from '../../../shared/queue/leased-work.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';

process.env.LOG_LEVEL = 'silent';

type Status = 'waiting' | 'working' | 'done' | 'failed';
interface Thing {
  status: Status;
  note: string;
  attempts: number;
  lease: Lease | null;
  record_version: number;
  error: string | null;
  error_detail: Record<string, unknown> | null;
}
type Change = Partial<Omit<Thing, 'status' | 'record_version'>>;

const transitions = {
  start: { name: 'start', from: ['waiting', 'working'], to: 'working' },
  finish: { name: 'finish', from: ['working'], to: 'done' },
  fail: { name: 'fail', from: ['waiting', 'working'], to: 'failed' },
} as const satisfies Record<string, StatusTransition<Status>>;

/** One record, with the guards that the table enforces. */
let thing: Thing | undefined;
const extensions = new Map<string, number>();
const store: LeasedStore<Thing, Change, Status> = {
  read: async () => thing && { ...thing },
  change: async (change, { transition, leaseOwner, leaseFreeAt, ifVersion, addAttempt }) => {
    if (!thing) throw new NotFound();
    const { lease } = thing;
    const refused =
      !transition.from.includes(thing.status) ||
      (leaseOwner !== undefined && lease?.owner !== leaseOwner) ||
      (leaseFreeAt !== undefined && lease !== null && lease.until >= leaseFreeAt) ||
      (ifVersion !== undefined && ifVersion !== thing.record_version);
    if (refused) throw new Conflict(`It is ${thing.status}`);
    const attempts = (change.attempts ?? thing.attempts) + (addAttempt ? 1 : 0);
    thing = { ...thing, ...change, status: transition.to, attempts, record_version: thing.record_version + 1 };
    return { ...thing };
  },
  extendLease: async ({ owner, until }) => {
    extensions.set(owner, until);
    return thing?.lease?.owner === owner;
  },
  dropLease: async (owner) => {
    extensions.delete(owner);
  },
  leaseExtension: async (owner) => extensions.get(owner) ?? 0,
};

const unheld = store.change;
const finishing = (): Change => ({ note: 'made' });

const runOf = (attempt = 1, signal = new AbortController().signal): MessageRun => ({
  ...{ requestId: 'run', now: new Date(), deadline: Date.now() + 60_000, signal },
  delivery: { messageId: 'm', attempt, last: attempt >= 3 },
});
type Work = Parameters<typeof leasedWork<Thing, Change, Status>>[1];
const work = (does: Work, run = runOf()) => leasedWork({ subject: 'Work', store, transitions, run }, does);
const finishes: Work = async () => ({ transition: transitions.finish, change: () => ({ note: 'made' }) });

beforeEach(() => {
  extensions.clear();
  thing = {
    ...{ status: 'waiting', note: '', attempts: 0, lease: null, record_version: 1 },
    ...{ error: null, error_detail: null },
  };
});

describe('leased work', () => {
  test('takes the record, works in a temporary folder, and ends with the result of the work', async () => {
    let used = '';
    const ended = await work(async (record, folder, signal) => {
      expect(record).toMatchObject({ status: 'working', attempts: 1, lease: { owner: 'm:1:run' } });
      expect(signal.aborted).toBe(false);
      used = join(folder, 'file');
      await writeFile(used, 'x');
      return finishes(record, folder, signal);
    });
    expect(ended).toEqual(thing);
    expect(thing).toMatchObject({ status: 'done', note: 'made', lease: null });
    await expect(access(used)).rejects.toThrow('ENOENT');
  });

  test.each<[string, Partial<Thing> | null]>([
    ['another worker has it', { status: 'working', lease: { owner: 'other', until: Date.now() + 60_000 } }],
    ['another worker has renewed its lease', { status: 'working', lease: { owner: 'renewed', until: 0 } }],
    ['it is done', { status: 'done' }],
    ['it was deleted', null],
  ])('does nothing when %s', async (_, state) => {
    thing = state ? { ...(thing as Thing), ...state } : undefined;
    extensions.set('renewed', Date.now() + 60_000);
    const before = thing;
    const does = vi.fn(finishes);
    expect(await work(does)).toBeUndefined();
    expect(does).not.toHaveBeenCalled();
    expect(thing).toEqual(before);
  });

  test('takes over from a worker whose lease has expired', async () => {
    thing = { ...(thing as Thing), status: 'working', attempts: 1, lease: { owner: 'dead', until: Date.now() - 1 } };
    expect(await work(finishes)).toMatchObject({ status: 'done', attempts: 2 });
  });

  test('gives up a record whose workers ended five times', async () => {
    thing = { ...(thing as Thing), attempts: 5 };
    const does = vi.fn(finishes);
    await work(does);
    expect(does).not.toHaveBeenCalled();
    expect(thing).toMatchObject({ status: 'failed', error: 'Work was interrupted 5 times', lease: null });
    expect(thing?.error_detail).toMatchObject({ code: 'interrupted' });
  });

  const meanwhile = () => {
    thing = { ...(thing as Thing), note: 'changed by a caller', record_version: (thing?.record_version ?? 0) + 9 };
  };

  test('keeps what a caller changed in the meantime', async () => {
    await work(async () => {
      meanwhile();
      return { transition: transitions.finish, change: ({ note }) => ({ note: `${note}, then made` }) };
    });
    expect(thing).toMatchObject({ status: 'done', note: 'changed by a caller, then made' });
  });

  test('is retried if callers never stop changing the record', async () => {
    const change = vi.fn(finishing);
    const read = store.read;
    const busy = vi.spyOn(store, 'change').mockImplementation(async (...given) => {
      if (given[1].transition === transitions.finish) meanwhile();
      return unheld(...given);
    });
    onTestFinished(() => busy.mockRestore());
    await expect(work(async () => ({ transition: transitions.finish, change }))).rejects.toThrow(Conflict);
    expect(change).toHaveBeenCalledTimes(5);
    expect((await read())?.lease).toBeNull();
  });

  test('does not retry its final write if it failed for another reason', async () => {
    const change = vi.fn(finishing);
    const down = vi.spyOn(store, 'change').mockImplementation(async (...given) => {
      if (given[1].transition === transitions.finish) throw new Unavailable('throttled');
      return unheld(...given);
    });
    onTestFinished(() => down.mockRestore());
    await expect(work(async () => ({ transition: transitions.finish, change }))).rejects.toThrow('throttled');
    expect(change).toHaveBeenCalledTimes(1);
  });

  test('marks a record failed although a caller changed it in the meantime', async () => {
    await work(async () => {
      meanwhile();
      throw new FileError('damaged', 'The file is damaged');
    });
    expect(thing).toMatchObject({ status: 'failed', note: 'changed by a caller', error: 'The file is damaged' });
  });

  test('returns nothing for a record deleted in the meantime', async () => {
    const ended = await work(async (...given) => {
      thing = undefined;
      return finishes(...given);
    });
    expect(ended).toBeUndefined();
  });

  test.each([1, 3])('ends silently in delivery %i when the lease is lost', async (attempt) => {
    vi.stubEnv('LEASE_SECONDS', '1');
    useEnvironment(undefined);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
      useEnvironment(undefined);
    });
    const loses: Work = async (_record, _folder, signal) => {
      thing = { ...(thing as Thing), lease: { owner: 'other', until: Date.now() + 60_000 } };
      await vi.advanceTimersByTimeAsync(400);
      signal.throwIfAborted();
      throw new Error('was not told');
    };
    expect(await work(loses, runOf(attempt))).toBeUndefined();
    expect(thing).toMatchObject({ status: 'working', lease: { owner: 'other' }, error: null });
    expect([...extensions.keys()]).toEqual([]);
  });

  test('hands the record over to other workers, under their lease', async () => {
    thing = { ...(thing as Thing), attempts: 2 };
    const until = Date.now() + 900_000;
    const asked = vi.fn(async () => expect(thing?.lease?.owner).toBe('slices'));
    expect(await work(async () => ({ owner: 'slices', until: () => until, ask: asked }))).toBeUndefined();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(thing).toMatchObject({ status: 'working', lease: { owner: 'slices' }, attempts: 0 });
    expect(extensions.get('slices')).toBe(until);
  });

  test('is retried if the others could not be requested, however late that turns out', async () => {
    useEnvironment({ ...environment(), LEASE_SECONDS: 0.03 });
    onTestFinished(() => useEnvironment(undefined));
    const extend = vi.spyOn(store, 'extendLease');
    onTestFinished(() => extend.mockRestore());
    const until = () => Date.now() + 900_000;
    const ask = async () => {
      const before = extend.mock.calls.length;
      // As long as three renewals would have taken.
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(extend.mock.calls.length).toBe(before);
      throw new Error('no queue');
    };
    await expect(work(async () => ({ owner: 'slices', until, ask }))).rejects.toThrow('no queue');
    expect(thing).toMatchObject({ status: 'working', lease: { owner: 'slices' } });
  });

  test('writes nothing once another worker has the record', async () => {
    const other = { owner: 'other', until: Date.now() + 60_000 };
    await expect(
      work(async (...given) => {
        thing = { ...(thing as Thing), lease: other, record_version: 7 };
        return finishes(...given);
      }),
    ).rejects.toThrow(Conflict);
    expect(thing).toMatchObject({ status: 'working', lease: other, record_version: 7, note: '' });
  });

  test('stops before its end when the time is over', async () => {
    const over = new AbortController();
    await expect(
      work(
        async (...given) => {
          over.abort(new Error('The time is over'));
          return finishes(...given);
        },
        runOf(1, over.signal),
      ),
    ).rejects.toThrow('The time is over');
    expect(thing).toMatchObject({ status: 'working', note: '', lease: null });
  });

  test.each([
    [new FileError('encrypted', 'Needs a password'), 'Needs a password', 'encrypted'],
    [new NotFound(), 'A stored file is missing', 'missing'],
  ])('fails immediately if a retry would not help: %s', async (error, message, code) => {
    await work(() => Promise.reject(error));
    expect(thing).toMatchObject({ status: 'failed', error: message, error_detail: { code }, lease: null });
  });

  test('releases the record if a retry may help, and marks it failed with the last delivery', async () => {
    const fails = () => Promise.reject(new Unavailable('throttled'));
    for (const attempt of [1, 2]) {
      await expect(work(fails, runOf(attempt))).rejects.toThrow('throttled');
      expect(thing).toMatchObject({ status: 'working', attempts: attempt, lease: null });
    }
    await expect(work(fails, runOf(3))).rejects.toThrow('throttled');
    expect(thing).toMatchObject({
      ...{ status: 'failed', error: 'Work failed', lease: null },
      error_detail: { code: 'internal', attempts: 3 },
    });
  });
});
