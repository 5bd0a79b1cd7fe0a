import { flushCompileCache } from 'node:module';
import { afterAll, vi } from 'vitest';

/**
 * Isolates a test file that shares its process with others; used as a Vitest setup file. Every module of this project
 * is loaded afresh, packages below `node_modules` are not; changes to the environment, the clock or globals are undone
 * when the file ends. A file that changes anything else of its process belongs to the project `alone` of
 * vitest.config.ts.
 */
const before = { ...process.env };
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  // Workers are terminated by a signal, so they write no coverage.
  flushCompileCache();
});
