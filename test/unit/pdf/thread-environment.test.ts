import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { threadEnvironment } from '../../../shared/thread-environment.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a thread gets the folder of the compile cache, if there is one, and no secret', () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const folder = vi.spyOn(module, 'getCompileCacheDir').mockReturnValue(join('compiled', 'v24.21.0-x64'));
  expect(threadEnvironment()).toEqual({ NODE_COMPILE_CACHE: 'compiled' });
  folder.mockReturnValue(undefined);
  expect(threadEnvironment()).toEqual({});
});

test('a thread uses the compile cache that its process turned on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compile-cache-'));
  const source = new URL('../../../shared/thread-environment.ts', import.meta.url).href;
  const show = `process.stdout.write(require('node:module').getCompileCacheDir() + ' ')`;
  const script = `import module from 'node:module';
    import { Worker } from 'node:worker_threads';
    import { threadEnvironment } from ${JSON.stringify(source)};
    module.enableCompileCache(${JSON.stringify(folder)});
    const thread = new Worker(${JSON.stringify(show)}, { eval: true, execArgv: [], env: threadEnvironment() });
    thread.on('exit', () => process.stdout.write(module.getCompileCacheDir()));`;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  await rm(folder, { recursive: true });
  const [ofThread, ofProcess] = stdout.split(' ');
  expect(ofProcess).toContain(folder);
  expect(ofThread).toBe(ofProcess);
});
