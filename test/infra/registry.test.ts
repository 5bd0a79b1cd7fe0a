import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { root } from '../../infra/build/root.ts';
import { omissions } from '../contract/check-lists.ts';

const load = (module: string) => import(pathToFileURL(join(root, module)).href);

test.each(operations.map((one) => [one.operation.id, one] as const))(
  '%s: the module at its path exports that operation and its handler',
  async (_id, { module, operation, handle, handler }) => {
    const exports = await load(module);
    expect(exports.operation).toBe(operation);
    expect(exports.handle).toBe(handle);
    expect(exports.handler).toBe(handler);
  },
);

test.each(workers.map((one) => [one.worker.id, one] as const))(
  '%s: the module at its path exports that worker and its handler',
  async (_id, { module, worker, handler }) => {
    const exports = await load(module);
    expect(exports.worker).toBe(worker);
    expect(exports.handler).toBe(handler);
  },
);

test('ids and routes are unique', () => {
  const ids = [...operations.map(({ operation }) => operation.id), ...workers.map(({ worker }) => worker.id)];
  expect(new Set(ids).size).toBe(ids.length);
  const routes = operations.map(({ operation: { method, path } }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
  expect(new Set(routes).size).toBe(routes.length);
});

test('the type check reports operations, workers and kinds outside the lists, and sample events missing or left over', () => {
  expect(omissions()).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  try {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    cpSync(join(root, 'events'), join(folder, 'events'), { recursive: true });
    rmSync(join(folder, 'events/get-task.json'));
    write('events/former.json', '{}');
    write('functions/tasks/close-task.ts', 'export const operation = defineOperation({});');
    write('functions/external-systems/copy.ts', 'export const { operation, handle } = copied;');
    write('functions/workers/tidy.ts', 'export const worker = defineWorker({});');
    write('functions/tasks/view.ts', 'export const operations = 1;');
    write('shared/table/kinds/rfis.ts', '');
    expect(omissions(folder)).toEqual([
      'events/former.json belongs to no operation or worker',
      'functions/external-systems/copy.ts is in no list',
      'functions/tasks/close-task.ts is in no list',
      'functions/tasks/get-task.ts has no sample event: npm run sample-events',
      'functions/workers/tidy.ts is in no list',
      'shared/table/kinds/rfis.ts is in no list',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
