import { globSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { testsOf } from './covering.ts';
import { withMutants } from './mutants.ts';
import { planOf } from './plan.ts';
import { report } from './report.ts';
import { begin, entries, NONE, note } from './trials.ts';

/** How long a mutant may hold a process, beyond thrice its time, before that is ended and the mutant counts as killed. */
const HUNG_MILLISECONDS = 90_000;
/** An ended process leaves tests undone; the files start again so often. */
const ROUNDS = 3;

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    /** Test files to run; all that import a mutated file where not given. */
    tests: { type: 'string', multiple: true },
    /** Tests of one file that try one mutant at the most. */
    most: { type: 'string', default: '12' },
    jobs: { type: 'string', default: '2' },
  },
});
if (folders.length === 0) {
  throw new Error('npm run mutate -- FOLDER… [--sample N] [--seed S] [--tests GLOB] [--most N] [--jobs N]');
}
const { planned, counts } = planOf(folders, Number(values.sample), Number(values.seed));
const files = [...new Set(planned.map(({ file }) => file))];
const tests = values.tests ? values.tests.flatMap((glob) => globSync(glob).sort()) : testsOf(new Set(files));
console.log(`${planned.length} mutants in ${files.length} files, ${tests.length} test files`);

const byPath = new Map(files.map((file) => [resolve(file), planned.filter((one) => one.file === file)]));
const mutating = {
  name: 'mutants',
  enforce: 'pre' as const,
  transform: (text: string, id: string) => {
    const mutants = byPath.get(id.replace(/\?.*/, ''));
    return mutants && { code: withMutants(text, mutants), map: null };
  },
};
class CheapFirst {
  sort<T extends { moduleId: string }>(specifications: T[]): T[] {
    const place = ({ moduleId }: T) => tests.findIndex((test) => resolve(test) === moduleId);
    return specifications.sort((a, b) => place(a) - place(b));
  }
  shard<T>(specifications: T[]): T[] {
    return specifications;
  }
}

/** Ends processes that a mutant holds; answers how many. */
const endHung = (): number => {
  const last = new Map(entries().flatMap((entry) => ('process' in entry ? [[entry.process, entry] as const] : [])));
  const hung = [...last.values()].filter(
    (entry) =>
      entry.what === 'begin' && entry.mutant !== NONE && Date.now() - entry.at > HUNG_MILLISECONDS + 3 * entry.limit,
  );
  for (const { process: id, test, mutant } of hung) {
    note({ what: 'end', process: id, test, mutant, passed: false, timedOut: true });
    process.kill(id, 'SIGKILL');
  }
  return hung.length;
};
const finish = () => report(planned, counts, 'coverage/mutation.json');

mkdirSync('coverage', { recursive: true });
begin();
process.once('SIGINT', () => {
  finish();
  process.exit(1);
});
let ended = 0;
const watch = setInterval(() => {
  ended += endHung();
}, 5000);
for (let round = 1; round === 1 || (ended > 0 && round <= ROUNDS); round++) {
  ended = 0;
  const vitest = await startVitest(
    'test',
    tests,
    {
      watch: false,
      runner: resolve('test/mutation/runner.ts'),
      sequence: { sequencer: CheapFirst },
      provide: { most: Number(values.most) },
      maxWorkers: Number(values.jobs),
      hookTimeout: 180_000,
      testTimeout: 120_000,
      reporters: [{}],
      silent: true,
    },
    { plugins: [mutating] },
  );
  await vitest.close();
}
clearInterval(watch);
finish();
