import { expect, test } from 'vitest';
import { runChaos } from '../chaos/run-chaos.ts';

test('a service killed under load loses nothing and duplicates nothing', async () => {
  const { audit, kills, documents, problems } = await runChaos({ seed: 26, clients: 2, until: (count) => count === 1 });
  expect(problems).toEqual([]);
  expect(JSON.parse(audit)).toMatchObject({ findings: [] });
  expect(kills).toBe(1);
  expect(documents).toBeGreaterThanOrEqual(1);
});
