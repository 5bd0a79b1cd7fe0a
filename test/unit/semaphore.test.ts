import { expect, test } from 'vitest';
import { createSemaphore } from '../../shared/semaphore.ts';

test('a limited number of tasks run at once, the others follow in order, and a failed one makes room', async () => {
  const inTurn = createSemaphore(2);
  const begun: number[] = [];
  const ends = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) =>
    inTurn(async () => {
      begun.push(index);
      await promise;
      return index;
    }),
  );
  const settled = Promise.allSettled(works);
  expect(begun).toEqual([0, 1]);
  ends[1]!.reject(new Error('failed'));
  await expect(works[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!.resolve();
  await works[0];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const { resolve } of ends) resolve();
  await settled;
  expect(await inTurn(async () => 'free again')).toBe('free again');
});
