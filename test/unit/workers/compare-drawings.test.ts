import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeComparison } from '../../../functions/workers/compare-drawings/store-comparison.ts';
import { handle } from '../../../functions/workers/compare-drawings.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';

vi.mock('../../../shared/comparison/index.ts', () => ({ compareFiles: vi.fn() }));

const record = {
  ...{ id: 'c', organization_id: 'o', project_id: 'p', status: 'queued', attempts: 0, lease: null, record_version: 1 },
  ...{
    original_drawing_id: 'old',
    original_page: null,
    comparison_page: null,
    matching_points: null,
    matching_views: null,
    comparison_drawing_id: 'new',
    original_drawing_number: 'A-1',
  },
  ...{ comparison_drawing_number: 'A-2', original_drawing_revision: 'A', comparison_drawing_revision: null },
};
const PNG = 'image/png';
const compared = {
  result: {
    ...{ original_drawing_number: '', comparison_drawing_number: 'S-2', original_drawing_revision: '' },
    ...{ comparison_drawing_revision: 'B', description: 'd', summary: 's', items: [{ number: 1 }, { number: 2 }] },
  },
  files: [
    { path: 'result.json', media_type: 'application/json', role: 'result' },
    { path: 'report.html', media_type: 'text/html', role: 'report' },
    { path: 'sheet-1/overlay.png', media_type: PNG, role: 'overlay', sheet: 1 },
    { path: 'sheet-1/item-1.png', media_type: PNG, role: 'item', sheet: 1, item: 1 },
    { path: 'sheet-1/item-1-older.png', media_type: PNG, role: 'item_older', sheet: 1, item: 1 },
  ],
};
const writeFiles = async (folder: string) => {
  await mkdir(join(folder, 'sheet-1'), { recursive: true });
  for (const { path } of compared.files) await writeFile(join(folder, path), path);
};
const below = (path: string) => `derived/o/comparison-c/${path}`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'));
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('a comparison is stored in its own folder, each item with its own crops', async () => {
  await writeFiles(folder);
  const put = vi.fn(async (_path: string, _bytes: Uint8Array, _type: string) => {});
  const change = await storeComparison(record as never, compared as never, folder, { put } as never);
  expect(change).toMatchObject({
    ...{ original_drawing_number: 'A-1', comparison_drawing_number: 'S-2', original_drawing_revision: 'A' },
    ...{ comparison_drawing_revision: 'B', item_count: 2, result_path: below('result.json'), lease: null, error: null },
    files: { report: below('report.html'), 'sheet-1/overlay': below('sheet-1/overlay.png') },
  });
  const puts = put.mock.calls.map(([path, , type]) => [path, type]);
  expect([...puts.slice(0, -1).sort(), puts.at(-1)]).toEqual([
    ...compared.files
      .slice(1)
      .map(({ path, media_type }) => [below(path), media_type])
      .sort(),
    [below('result.json'), 'application/json'],
  ]);
  const { items } = JSON.parse(String(put.mock.calls.at(-1)![1]));
  expect(items).toEqual([{ number: 1, crop: 'sheet-1/item-1', older_crop: 'sheet-1/item-1-older' }, { number: 2 }]);
});

/** Runs the worker on a comparison that others take over or delete before it ends. */
const run = async ({ ends = true, stands = true, documents = true } = {}) => {
  vi.mocked(compareFiles).mockImplementation(async (_old, _new, options) => {
    await writeFiles(options!.out as string);
    return compared as never;
  });
  const stored: string[] = [];
  const removed: string[] = [];
  const changes: { status: string; error?: string | null }[] = [];
  let standing: object | undefined = record;
  const ports = {
    'documents.read': {
      getMany: async (_: string, ids: string[]) =>
        ids.map((id) => (documents ? { store_path: `files/${id}`, filename: `${id}.pdf` } : undefined)),
    },
    'comparisons.read': { get: async () => standing },
    'comparisons.write': {
      change: async (_o: string, _id: string, change: object, { transition }: { transition: { to: string } }) => {
        if (transition.to !== 'running' && !ends) {
          if (!stands) standing = undefined;
          throw new (await import('../../../shared/domain/errors.ts')).Conflict('Another worker has it');
        }
        standing = { ...standing, ...change, status: transition.to };
        changes.push({ status: transition.to, ...change });
        return standing;
      },
      extendLease: async () => true,
      dropLease: async () => {},
      leaseExtension: async () => 0,
    },
    'projects.read': { get: async () => ({ name: 'Harbour Street' }) },
    describer: { model: null },
    'files.read': { download: async (_: string, path: string) => writeFile(path, 'pdf') },
    'files.write': {
      put: async (path: string) => void stored.push(path),
      delete: async (paths: string[]) => void removed.push(...paths),
    },
  };
  const message = { organization_id: 'o', comparison_id: 'c' };
  const deadline = Date.now() + 60_000;
  const delivery = { messageId: 'm', attempt: 1, last: false };
  const signal = new AbortController().signal;
  await handle(message, ports as never, { requestId: 'r', now: new Date(), deadline, signal, delivery }).catch(
    () => {},
  );
  return { stored, removed, changes };
};

test('a finished comparison has its result, and its files are kept', async () => {
  const { stored, removed, changes } = await run();
  expect(changes.map(({ status }) => status)).toEqual(['running', 'ready']);
  expect([stored.length, removed]).toEqual([5, []]);
  expect(vi.mocked(compareFiles).mock.lastCall?.[2]?.names).toEqual({ older: 'old.pdf', newer: 'new.pdf' });
  expect(vi.mocked(compareFiles).mock.lastCall?.[2]?.commission?.project).toBe('Harbour Street');
});

test('files of a comparison deleted meanwhile are removed, those of one taken over are kept', async () => {
  const deleted = await run({ ends: false, stands: false });
  expect(deleted.removed).toEqual(deleted.stored);
  expect(deleted.removed).toHaveLength(5);
  expect((await run({ ends: false })).removed).toEqual([]);
});

test('a comparison of a deleted document fails', async () => {
  const { stored, removed, changes } = await run({ documents: false });
  expect(changes.at(-1)?.status).not.toBe('ready');
  expect([stored, removed]).toEqual([[], []]);
});
