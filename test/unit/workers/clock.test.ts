import { describe, expect, test, vi } from 'vitest';
import { arrive } from '../../../functions/workers/lib/arrive.ts';
import { eachDue } from '../../../functions/workers/lib/each-due.ts';
import { whileWanted } from '../../../functions/workers/lib/while-wanted.ts';
import { handle as markDueTasks } from '../../../functions/workers/mark-due-tasks.ts';
import { handle as receiveUpload } from '../../../functions/workers/receive-upload.ts';
import { handle as sweepUploads } from '../../../functions/workers/sweep-uploads.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import { uploadPath } from '../../../shared/domain/uploads/store-path.ts';

const now = new Date('2026-03-12T12:00:00Z');
const runOf = (deadline = Date.now() + 60_000) => ({
  ...{ now, deadline, requestId: 'r', signal: new AbortController().signal },
  delivery: { messageId: 'm', attempt: 1, last: false },
});

describe('due tasks', () => {
  const task = (id: string, given: object = {}) => ({
    ...{ id, organization_id: 'o', due_date: '2026-03-12T12:00:00.000Z', became_due_at: null, status: 'open' },
    ...{ record_version: 4, ...given },
  });
  /** Marks those of the tasks that are due, listing at most so many at a time. */
  const marked = async (tasks: ReturnType<typeof task>[], limit = 100, deadline?: number) => {
    const change = vi.fn(async (_organization: string, id: string, to: object, guard: object) => {
      const standing = tasks.find((one) => one.id === id)!;
      if (id === 'taken') throw new Conflict('It has changed', 'version_conflict');
      Object.assign(standing, to);
      return { ...standing, guard };
    });
    const list = vi.fn(async () => tasks.filter((one) => one.became_due_at === null).slice(0, limit));
    const ports = {
      'tasks.due': { list },
      'tasks.read': { get: async (_: string, id: string) => tasks.find((one) => one.id === id && id !== 'gone') },
      'tasks.write': { change },
    };
    await markDueTasks(ports as never, runOf(deadline) as never);
    return { ids: change.mock.calls.map(([, id]) => id), rounds: list.mock.calls.length, change };
  };

  test('are marked once each, at the version that was read', async () => {
    const { ids, change, rounds } = await marked([task('a'), task('b')]);
    expect([ids, rounds]).toEqual([['a', 'b'], 2]);
    expect(change.mock.calls[0]).toEqual([
      'o',
      'a',
      { became_due_at: now.toISOString() },
      { ifVersion: 4, writeId: 'due:r', now },
    ]);
  });

  test('do not include those done, deleted, postponed or without date meanwhile, and those another run took are not counted', async () => {
    const left = [
      task('done', { status: 'done' }),
      task('gone'),
      task('put-off', { due_date: '2026-03-12T12:00:00.001Z' }),
      task('undated', { due_date: null }),
    ];
    expect(await marked(left)).toMatchObject({ ids: [], rounds: 1 });
    expect(await marked([task('taken')])).toMatchObject({ ids: ['taken'], rounds: 1 });
  });

  test('are listed repeatedly, as long as there is time', async () => {
    const many = Array.from({ length: 25 }, (_, i) => task(`t${i}`));
    expect((await marked(many, 12)).rounds).toBe(4);
    expect(await marked([task('late')], 100, Date.now() - 1)).toMatchObject({ ids: [], rounds: 0 });
  });
});

/** A document waiting for its file, and the calls made for it. */
const waiting = (path: string, isThere: boolean, status = 'PENDING') => {
  const record = {
    ...{ organization_id: 'o', project_id: 'p', document_id: 'd', store_path: path, processing_status: status },
  };
  const done: unknown[] = [];
  const head = { size: 7, lastModified: new Date('2026-03-12T11:00:00Z') };
  const ports = {
    'documents.read': { get: async (_: string, id: string) => (id === 'd' ? record : undefined) },
    'documents.write': {
      change: async (...[, , , change, { transition, writeId }]: [string, string, string, object, never]) => {
        if (status === 'taken') throw new Conflict('It is QUEUED');
        done.push([(transition as { name: string }).name, writeId, change]);
        return record;
      },
    },
    'files.arrived': { head: async () => (isThere ? head : undefined), dropForm: async () => {} },
    'files.keep': { keep: async (kept: string) => void done.push(['keep', kept]) },
    'queue.process': { send: async (message: object) => void done.push(['send', message]) },
  };
  return { record, ports, done };
};

describe('an arriving file', () => {
  const path = uploadPath('o', 'u', 'a.pdf');

  test('queues its document, which is processed once', async () => {
    const { record, ports, done } = waiting(path, true);
    expect(await arrive(record as never, ports as never, 'w')).toBe(true);
    expect(done).toEqual([
      ['keep', path],
      ['arrive', 'w', expect.objectContaining({ file_size: 7, uploaded_at: '2026-03-12T11:00:00.000Z' })],
      ['send', { organization_id: 'o', project_id: 'p', document_id: 'd' }],
    ]);
    const taken = waiting(path, true, 'taken');
    expect(await arrive(taken.record as never, taken.ports as never, 'w')).toBe(true);
    expect(taken.done).toEqual([['keep', path]]);
    const absent = waiting(path, false);
    expect(await arrive(absent.record as never, absent.ports as never, 'w')).toBe(false);
    expect(absent.done).toEqual([]);
  });

  test.each<[string, object | undefined, number]>([
    [path, { document_id: 'd', store_path: path }, 3],
    [path, undefined, 0],
    [path, { document_id: null, store_path: path }, 0],
    [path, { document_id: 'd', store_path: uploadPath('o', 'u', 'b.pdf') }, 0],
    [path, { document_id: 'gone', store_path: path }, 0],
    ['files/o/u/a.pdf', { document_id: 'd', store_path: path }, 0],
  ])('at %s, of the upload %j, affects its own document only', async (arrived, upload, count) => {
    const { ports, done } = waiting(path, true);
    await receiveUpload(
      [arrived],
      { ...ports, 'uploads.read': { get: async () => upload } } as never,
      runOf() as never,
    );
    expect(done).toHaveLength(count);
  });
});

describe('a missing file', () => {
  const path = uploadPath('o', 'u', 'a.pdf');
  const sweep = async (given: { isThere?: boolean; status?: string; since?: string; until: string }) => {
    const { ports, done } = waiting(path, given.isThere ?? false, given.status);
    const awaited = {
      organization_id: 'o',
      id: 'd',
      at: 'x',
      since: given.since ?? '2026-03-12T11:50:00Z',
      until: given.until,
    };
    const sweeping = {
      ...ports,
      'documents.awaited': {
        due: async () => [awaited],
        settle: async () => void done.push('settle'),
        postpone: async (_: object, at: string) => void done.push(['postpone', at]),
      },
      'uploads.expire': { due: async () => [], dueFiles: async () => [] },
    };
    await sweepUploads(sweeping as never, runOf() as never);
    return done.map((each) => (Array.isArray(each) && each[0] !== 'postpone' ? each[0] : each));
  };

  test('is checked until its upload expires, at doubling intervals', async () => {
    const over = '2026-03-12T11:59:59Z';
    expect(await sweep({ until: over, status: 'PROCESSED' })).toEqual(['settle']);
    expect(await sweep({ until: over, isThere: true })).toEqual(['keep', 'arrive', 'send', 'settle']);
    expect(await sweep({ until: over })).toEqual(['miss', 'settle']);
    const [[, first], [, last]] = [
      (await sweep({ until: '2026-03-12T20:00:00Z' }))[0],
      (await sweep({ until: '2026-03-12T12:05:00Z' }))[0],
    ] as [[string, string], [string, string]];
    expect(Date.parse(first) - Date.parse(last)).toBe(5 * 60_000);
  });

  test('is removed with an upload or a form that was never registered', async () => {
    const removed: unknown[] = [];
    const uploads: Record<string, object> = {
      mine: { upload_id: 'mine', document_id: 'd', store_path: 'a' },
      nobodys: { upload_id: 'nobodys', document_id: null, store_path: 'b' },
    };
    const paths: Record<string, string> = { registered: 'files/o/registered/a', other: 'files/o/other/b' };
    const ports = {
      'documents.awaited': { due: async () => [] },
      'documents.read': { get: async (_: string, id: string) => paths[id] && { store_path: paths[id] } },
      'uploads.expire': {
        due: async () => ['mine', 'nobodys', 'gone'].map((id) => ({ id })),
        dueFiles: async () => ['registered', 'other', 'refused'].map((id) => ({ id, path: `files/o/${id}/a` })),
        settleFile: async ({ id }: { id: string }) => void removed.push(`settle ${id}`),
        close: async ({ id }: { id: string }) => uploads[id],
        settle: async ({ id }: { id: string }) => void removed.push(`settle ${id}`),
        remove: async ({ upload_id }: { upload_id: string }) => void removed.push(upload_id),
      },
      'files.remove': { files: async (paths: string[]) => void removed.push(...paths) },
      'files.arrived': { dropForm: async (form: string) => void removed.push(`form of ${form}`) },
    };
    await sweepUploads(ports as never, runOf() as never);
    const ofForms = ['files/o/other/a', 'files/o/refused/a', 'settle other', 'settle refused', 'settle registered'];
    const ofUploads = ['b', 'form of a', 'form of b', 'mine', 'nobodys', 'settle gone'];
    expect(removed.sort()).toEqual([...ofForms, ...ofUploads].sort());
  });
});

test('due work is done as long as there is time, and a failure does not block the rest', async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  const done: number[] = [];
  const work = async (one: { n: number }) => {
    if (one.n === 1) throw new Error('broken');
    done.push(one.n);
  };
  const due = Array.from({ length: 20 }, (_, n) => ({ n }));
  await expect(eachDue(due, runOf() as never, work)).rejects.toThrow('broken');
  expect(done.sort((a, b) => a - b)).toEqual(due.map(({ n }) => n).filter((n) => n !== 1));
  done.length = 0;
  await eachDue(due, runOf(Date.now() + 14_000) as never, work);
  expect(done).toEqual([]);
  vi.unstubAllEnvs();
});

test('cancelled work returns nothing, other failures are thrown', async () => {
  vi.useFakeTimers();
  const outer = new AbortController().signal;
  const ends = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const unwanted = whileWanted(async () => false, outer, ends);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await unwanted).toBeUndefined();
  let isOver = false;
  const kept = whileWanted(
    () => Promise.reject(new Error('down')),
    outer,
    (signal) => {
      signal.addEventListener('abort', () => {
        isOver = true;
      });
      return new Promise((resolve) => setTimeout(() => resolve('done'), 3_600_000));
    },
  );
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([await kept, isOver]).toEqual(['done', false]);
  await expect(
    whileWanted(
      async () => true,
      outer,
      () => Promise.reject(new Error('broken')),
    ),
  ).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
