import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { root } from '../../infra/build/root.ts';

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
