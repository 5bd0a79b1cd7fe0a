import { flushCompileCache } from 'node:module';
import { afterAll, vi } from 'vitest';

/**
 * Gives a test file that shares its process with others a state of its own, as a setup file of vitest: every module of
 * this project is loaded anew, the packages below `node_modules` are not; and what a file changes of the environment, the
 * clock or the globals ends with it. A file that changes anything else of its process belongs to the project `alone` of vitest.config.ts.
 */
const before = { ...process.env };
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  // Workers are ended by a signal, which writes nothing.
  flushCompileCache();
});
