import { afterEach, expect, test, vi } from 'vitest';
import { threadEnvironment } from '../../../shared/thread-environment.ts';

afterEach(() => vi.unstubAllEnvs());

test('a thread gets the folder of the compile cache, if there is one, and no secret', () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('NODE_COMPILE_CACHE', '/compiled');
  expect(threadEnvironment()).toEqual({ NODE_COMPILE_CACHE: '/compiled' });
  vi.stubEnv('NODE_COMPILE_CACHE', undefined);
  expect(threadEnvironment()).toEqual({});
});
