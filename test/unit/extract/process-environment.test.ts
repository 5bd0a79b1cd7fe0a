import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { TextJob } from '../../../shared/extract/extract-safely.ts';
import { inProcess } from '../../../shared/extract/in-process.ts';

afterEach(() => vi.unstubAllEnvs());

test('a reader process gets the variables that Node needs in Lambda, and no secret', async () => {
  vi.stubEnv('LD_LIBRARY_PATH', '/var/lang/lib:/lib64');
  vi.stubEnv('TMPDIR', '/tmp');
  vi.stubEnv('NODE_COMPILE_CACHE', join(tmpdir(), 'compiled-for-tests'));
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'secret');
  const source = new URL('./environment-process.ts', import.meta.url);
  const job: TextJob = { kind: 'csv', bytes: new Uint8Array(), limits: {} };
  const { pages } = await inProcess({ bundled: new URL('./none', source), source }, job, {
    deadline_ms: 60_000,
    memory_mb: 64,
  });
  const environment = JSON.parse(pages[0]!.text);
  expect(environment).toMatchObject({ LD_LIBRARY_PATH: '/var/lang/lib:/lib64', TMPDIR: '/tmp' });
  expect(environment.NODE_COMPILE_CACHE).toBe(process.env.NODE_COMPILE_CACHE);
  expect(Object.keys(environment).filter((name) => /AWS|SECRET|TOKEN/.test(name))).toEqual([]);
});
