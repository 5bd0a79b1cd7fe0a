import { expect, test } from 'vitest';
import { shareNext } from '../../shared/share-next.ts';

test('calls during a run share the next one, which begins after it, and a failure reaches only those that share it', async () => {
  const runs: PromiseWithResolvers<string>[] = [];
  const read = shareNext(() => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  });
  const first = read();
  await Promise.resolve();
  const [second, third] = [read(), read()];
  expect(runs).toHaveLength(1);
  runs[0]!.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  const fourth = read();
  runs[1]!.resolve('two');
  expect(await Promise.all([second, third])).toEqual(['two', 'two']);
  runs[2]!.resolve('three');
  expect(await fourth).toBe('three');
});
