import { expect, test } from 'vitest';
import { runChaos } from '../chaos/run-chaos.ts';

test('kills under load, by clocks that are off, with messages twice and out of order, lose and double nothing', async () => {
  const outcome = await runChaos({ seed: 8, clients: 3, until: (kills) => kills === 2, betweenKills: [1_500, 2_500] });
  expect(outcome.problems).toEqual([]);
  expect(outcome.audit).toContain('"findings": []');
  expect(outcome.documents + outcome.tasks).toBeGreaterThan(0);
});
