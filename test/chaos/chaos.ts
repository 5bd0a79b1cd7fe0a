import { parseArgs } from 'node:util';
import { runChaos } from './run-chaos.ts';

/**
 * The long run: `npm run chaos -- --minutes 30 [--seed S] [--clients N] [--disk DIRECTORY]`. Exits with 1 if anything
 * is wrong.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { minutes: text, seed: text, clients: text, disk: text } });
const end = Date.now() + Number(values.minutes ?? 30) * 60_000;
const outcome = await runChaos(
  {
    seed: Number(values.seed ?? Date.now() % 100_000),
    clients: Number(values.clients ?? 6),
    until: () => Date.now() > end,
    betweenKills: [5_000, 20_000],
    disk: values.disk,
  },
  (line) => console.log(line),
);
console.log(JSON.stringify(outcome, null, 2));
if (outcome.problems.length > 0 || !/"findings": \[\]/.test(outcome.audit)) process.exitCode = 1;
