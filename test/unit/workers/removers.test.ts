import { expect, test, vi } from 'vitest';
import { handle as handleOrganizations } from '../../../functions/workers/remove-organizations.ts';
import { projectRemovers } from '../../../functions/workers/remove-project/project-removers.ts';
import { handle } from '../../../functions/workers/remove-project.ts';
import { formPathOf, uploadPath } from '../../../shared/domain/uploads/store-path.ts';
import { LINK_SECONDS } from '../../../shared/domain/uploads/upload-record.ts';

const now = new Date('2026-03-12T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
const project = { organization_id: 'o', id: 'p', at: ago(7200) };

/** A project's records by type; removing one takes it from its list and is recorded. */
const projectWith = (held: Record<string, { id: string; [field: string]: unknown }[]>) => {
  const gone: string[] = [];
  const of = (type: string) => {
    held[type] ??= [];
    return held[type];
  };
  const take = (type: string, id: string) => {
    gone.push(`${type} ${id}`);
    held[type] = of(type).filter((each) => each.id !== id);
  };
  const records = (type: string) => ({
    list: async (_: string, { limit, cursor = '0' }: { limit: number; cursor?: string }) => {
      const all = of(type);
      // Only comparisons are listed by a cursor: those in use stay where they are.
      const start = type === 'comparison' ? Number(cursor) : 0;
      const more = type === 'comparison' && start + limit < all.length;
      return { records: all.slice(start, start + limit), cursor: more ? String(start + limit) : null };
    },
    ids: async () => [],
    getMany: async () => [],
    delete: async ({ id }: { id: string }) => take(type, id),
    removeBeside: async () => {},
    leaseExtension: async (_: string, id: string) => of(type).find((each) => each.id === id)?.extended,
  });
  const files = vi.fn(async (..._paths: unknown[]) => {});
  const ports = {
    ...Object.fromEntries(
      ['task', 'report', 'comparison', 'review', 'activity', 'webhook', 'transmittal', 'receipt'].flatMap((type) => {
        const name = type === 'activity' ? 'activities' : `${type}s`;
        return [
          [`${name}.read`, records(type)],
          [`${name}.write`, records(type)],
        ];
      }),
    ),
    'files.remove': { files, below: files },
    'files.multipart': { abort: async (path: string, id: string) => void gone.push(`parts ${path} ${id}`) },
    'uploads.expire': {
      inProject: async (_o: string, _p: string, limit: number, cursor = '') => {
        const rest = of('upload').filter(({ id }) => id > cursor);
        const records = rest.slice(0, limit);
        return { records, cursor: rest.length > limit ? (records.at(-1)?.id ?? null) : null };
      },
      close: async ({ id }: { id: string }) => void gone.push(`close ${id}`),
      remove: async ({ id }: { id: string }) => take('upload', id),
    },
    'projects.remove': {
      hold: async () => true,
      release: async () => void gone.push('release'),
      end: async () => void gone.push('end'),
      documents: async (_o: string, _p: string, limit: number) =>
        of('document')
          .slice(0, limit)
          .map(({ id }) => id),
      removeRecords: async () => false,
      removeMembers: async () => void gone.push('members'),
      removeRegister: async () => void gone.push('register'),
      removeEvents: async () => void gone.push('events'),
    },
    'documents.purge': {
      begin: async (_: string, id: string) => of('document').find((each) => each.id === id),
      releaseFile: async () => false,
      removeBeside: async () => {},
      end: async ({ id }: { id: string }) => take('document', id),
    },
    'queue.delete-project': { send: async () => void gone.push('again') },
    'drawing-comparisons': {},
  };
  return { ports: ports as never, gone, files, held };
};
/** Runs all removers one after the other, with time for this number of steps; returns the last result. */
const run = async (world: ReturnType<typeof projectWith>, steps = 1e6) => {
  let left = steps;
  const answers: string[] = [];
  for (const remove of projectRemovers) {
    answers.push(await remove(project, world.ports, { now, isOver: () => left-- <= 0 }));
    if (answers.at(-1) !== 'nothing') break;
  }
  return answers.at(-1);
};
const many = (prefix: string, count = 60) => Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}` }));

test('all records of a project are removed, page after page, its register and its uploads last', async () => {
  const world = projectWith({
    ...{
      task: many('t'),
      activity: many('a'),
      review: many('v'),
      report: many('r').map((each) => ({ ...each, lease: null })),
    },
    upload: [{ id: 'u', upload_id: 'u', store_path: 'x', multipart_id: null, created_at: ago(2 * LINK_SECONDS + 1) }],
  });
  expect(await run(world)).toBe('nothing');
  const count = (type: string) => world.gone.filter((each) => each.startsWith(`${type} `)).length;
  expect(['task', 'activity', 'review', 'report', 'upload'].map(count)).toEqual([60, 60, 60, 60, 1]);
  expect(world.gone.slice(-5)).toEqual(['members', 'register', 'events', 'close u', 'upload u']);
  expect(world.files).toHaveBeenCalledWith('derived/o/report-r0/');
});

test.each(['task', 'report', 'review', 'activity', 'webhook', 'upload'])(
  'a slice that is over leaves %ss for the next',
  async (type) => {
    const upload = { upload_id: 'u', store_path: 'x', multipart_id: null, created_at: ago(1e6) };
    const world = projectWith({ [type]: many('x', 5).map((each) => ({ ...upload, ...each, lease: null })) });
    expect(await run(world, 3)).toBe('more');
    expect(world.held[type]).toHaveLength(2);
    expect(await run(world)).toBe('nothing');
  },
);

test('a document held by a worker is retried, and removed after the others', async () => {
  const documents: { id: string; [field: string]: unknown }[] = many('d', 30).map(({ id }) => ({
    ...{ id, document_id: id, organization_id: 'o', lease: null, purge_started_at: ago(0), text_status: null },
    ...{ versions: [], pages: [] },
  }));
  let asked = 0;
  // Its worker holds it at the first request, and has stopped by the second.
  Object.defineProperty(documents[0], 'lease', { get: () => (asked++ === 0 ? { owner: 'w' } : null) });
  const world = projectWith({ document: documents });
  expect(await run(world)).toBe('nothing');
  expect([asked > 1, world.held.document]).toEqual([true, []]);
});

test.each([
  ['has no lease', { lease: null }, 'nothing'],
  ['had a lease', { lease: { owner: 'w', until: now.getTime() } }, 'nothing'],
  ['has a lease', { lease: { owner: 'w', until: now.getTime() + 1 } }, 'later'],
  ['has a longer lease', { lease: { owner: 'w', until: 0 }, extended: now.getTime() + 1 }, 'later'],
])('a report that %s: %j is left for %s', async (_, given, expected) => {
  const world = projectWith({ report: [{ id: 'r', ...given }] });
  expect(await run(world)).toBe(expected);
  expect(world.held.report).toHaveLength(expected === 'later' ? 1 : 0);
});

const path = uploadPath('o', 'u', 'a.pdf');

test.each([
  ['a link that still lives', { multipart_id: null, created_at: ago(2 * LINK_SECONDS) }, 'later', ['close u']],
  ['a dead link', { multipart_id: null, created_at: ago(2 * LINK_SECONDS + 1) }, 'nothing', ['close u', 'upload u']],
  ['parts', { multipart_id: 'm', created_at: ago(0) }, 'nothing', ['close u', `parts ${path} m`, 'upload u']],
])(
  'an upload by %s is closed, its file removed, and its record once no file can arrive any more',
  async (_, given, left, done) => {
    const world = projectWith({ upload: [{ id: 'u', upload_id: 'u', store_path: path, ...given }] });
    expect(await run(world)).toBe(left);
    expect(world.gone.filter((each) => !['members', 'register', 'events'].includes(each))).toEqual(done);
    expect(world.files).toHaveBeenCalledWith([path, formPathOf(path)]);
  },
);

const runOf = (given: object = {}) =>
  ({ now, signal: new AbortController().signal, requestId: 'r', ...given }) as never;

test('valid links delay the removal of their own uploads only, and are closed once', async () => {
  const valid = { store_path: path, multipart_id: null, created_at: ago(0) };
  const parts = { upload_id: 'z', id: 'z', store_path: path, multipart_id: 'm', created_at: ago(1) };
  const ids = Array.from({ length: 100 }, (_, i) => `a${i + 100}`);
  const live = ids.map((id) => ({ ...valid, id, upload_id: id, is_closed: id !== 'a107' }));
  const world = projectWith({ upload: [...live, parts] });
  expect(await run(world)).toBe('later');
  expect(world.gone.slice(3)).toEqual(['close a107', 'close z', `parts ${path} m`, 'upload z']);
});

test.each<[string, object, Parameters<typeof projectWith>[0], string[]]>([
  ['with all of it gone ends', project, {}, ['members', 'register', 'events', 'end']],
  [
    'that a request may still write to is looked at again',
    { ...project, at: ago(0) },
    {},
    ['members', 'register', 'events', 'release'],
  ],
  ['in use is looked at again', project, { report: [{ id: 'r', lease: { owner: 'w', until: 9e15 } }] }, ['release']],
])('a deletion %s', async (_, deletion, held, done) => {
  const world = projectWith(held);
  await handle(deletion as never, world.ports, runOf());
  expect(world.gone).toEqual(done);
});

test.each([
  ['is looked at again while a request that was admitted before may still write', ago(0), ['release']],
  ['ends when all of them have ended', ago(1e6), ['end']],
])('the deletion of an emptied organization %s', async (_, at, done) => {
  const ended: string[] = [];
  const none = async () => ({ records: [], cursor: null });
  const remove = {
    pending: async () => [{ organization_id: 'o', id: 'o', at, held_until: 0 }],
    hold: async () => true,
    release: async () => void ended.push('release'),
    end: async () => void ended.push('end'),
  };
  const nothing = async () => undefined;
  const ports = new Proxy(
    {},
    {
      get: (_target, port) =>
        port === 'organizations.remove'
          ? new Proxy(remove, { get: (own, method) => Reflect.get(own, method) ?? nothing })
          : { list: none, below: nothing, send: nothing },
    },
  );
  await handleOrganizations(ports as never, runOf({ deadline: Date.now() + 60_000 }));
  expect(ended).toEqual(done);
});

test('records whose kind declares their removal are removed in portions, within the time of a slice', async () => {
  const world = projectWith({});
  const left = [true, true, false];
  const removeRecords = vi.fn(async () => left.shift() ?? false);
  Object.assign((world.ports as { 'projects.remove': object })['projects.remove'], { removeRecords });
  expect(await run(world, 1)).toBe('more');
  expect(left).toEqual([false]);
  expect(await run(world)).toBe('nothing');
  expect(removeRecords).toHaveBeenCalledWith('o', 'p', 25);
});

test('a deletion continues in the next slice, and not if another worker has it', async () => {
  const world = projectWith({ task: many('t', 2) });
  await handle(project as never, world.ports, runOf({ signal: AbortSignal.abort() }));
  expect(world.gone).toEqual(['release', 'again']);
  world.gone.length = 0;
  (world.ports as { 'projects.remove': { hold: unknown } })['projects.remove'].hold = async () => false;
  await handle(project as never, world.ports, runOf());
  expect(world.gone).toEqual([]);
});
