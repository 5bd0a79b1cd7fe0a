import { expect, it } from 'vitest';
import { startChild } from '../../infra/local/child-process.ts';

const node = (script: string) => startChild(process.execPath, ['-e', script]);

it('returns how a program ended and what it wrote to standard error', async () => {
  const child = node('console.error("out of order"); process.exit(3)');

  expect(await child.ended).toEqual({ code: 3, stderr: 'out of order\n' });
});

it('kills a program that ignores signals', async () => {
  const child = node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.error("up")');

  await child.stop();

  expect((await child.ended).code).not.toBe(0);
});
