import { globSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { memoryDisk } from '../support/memory-disk.ts';
import { isAbout, testsOf } from './covering.ts';
import { withMutants } from './mutants.ts';
import { partedBy, planOf } from './plan.ts';
import { report } from './report.ts';
import { begin, entries, NONE, note } from './trials.ts';

/**
 * How long a mutant may block a process, beyond twice its time, before the process is ended and the mutant counts as
 * killed.
 */
const HUNG_MILLISECONDS = 30_000;
/** A slower test runs after the faster ones. */
const PATIENCE_MILLISECONDS = 6000;
/** How often files are restarted whose tests were left undone by an ended process. */
const ROUNDS = 3;

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    /** Test files to run; if absent, all that import a mutated file. */
    tests: { type: 'string', multiple: true },
    /** The most tests of one file that try a mutant, if the file's name is about it and if not. */
    most: { type: 'string', default: '60' },
    'most-elsewhere': { type: 'string', default: '4' },
    /** Only mutants that survived the previous run with the same folders, sample and seed. */
    survivors: { type: 'boolean', default: false },
    /** Approximate seconds of tests that try one mutant. */
    budget: { type: 'string', default: '120' },
    jobs: { type: 'string', default: '2' },
  },
});
if (folders.length === 0) {
  throw new Error(
    'npm run mutate -- FOLDER… [--sample N] [--seed S] [--tests GLOB] [--survivors] [--most N] [--most-elsewhere N] [--budget S] [--jobs N]',
  );
}
const REPORT = 'coverage/mutation.json';
const { planned: all, counts } = planOf(folders, Number(values.sample), Number(values.seed));
const { killed: before, left: planned } = values.survivors ? partedBy(all, REPORT) : { killed: [], left: all };
const files = [...new Set(planned.map(({ file }) => file))];
const tests = values.tests ? values.tests.flatMap((glob) => globSync(glob).sort()) : testsOf(new Set(files));
console.log(`${planned.length} mutants in ${files.length} files, ${tests.length} test files`);

const about = Object.fromEntries(
  tests.map((test) => [test, planned.flatMap(({ id, file }) => (isAbout(test, file) ? [id] : []))]),
);
/** Unit tests first, then the tests that are about most mutants. */
const rankOf = (test: string) => (test.startsWith('test/unit/') ? -Infinity : -about[test]!.length);
tests.sort((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)));
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

/** Ends processes that a mutant blocks; returns how many. */
const endHung = (): number => {
  const last = new Map(entries().flatMap((entry) => ('process' in entry ? [[entry.process, entry] as const] : [])));
  const hung = [...last.values()].filter(
    (entry) =>
      entry.what === 'begin' && entry.mutant !== NONE && Date.now() - entry.at > HUNG_MILLISECONDS + 2 * entry.limit,
  );
  for (const { process: id, test, mutant } of hung) {
    note({ what: 'end', process: id, test, mutant, passed: false, milliseconds: 0, timedOut: true });
    process.kill(id, 'SIGKILL');
  }
  return hung.length;
};
const finish = () => report(planned, counts, REPORT, before);

const folder = memoryDisk();
if (folder !== undefined) process.env.TMPDIR ??= folder;
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
/** Runs those test files, again if a mutant blocked a process. */
const tryAll = async (files: string[], patience: number): Promise<void> => {
  for (let round = 1; round === 1 || (ended > 0 && round <= ROUNDS); round++) {
    ended = 0;
    const vitest = await startVitest(
      'test',
      files,
      {
        watch: false,
        // Every file in a process of its own, unlike in the suite.
        config: false,
        include: ['test/**/*.test.ts'],
        pool: 'forks',
        // A cached module contains the mutants of another run.
        fsModuleCache: false,
        runner: resolve('test/mutation/runner.ts'),
        sequence: { sequencer: CheapFirst },
        provide: {
          most: Number(values.most),
          mostElsewhere: Number(values['most-elsewhere']),
          about,
          budget: 1000 * Number(values.budget),
          patience,
        },
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
};
await tryAll(tests, PATIENCE_MILLISECONDS);
const killed = new Set(entries().flatMap((entry) => (entry.what === 'end' && !entry.passed ? [entry.mutant] : [])));
const isOpen = (mutant: number) => !killed.has(mutant);
const slow = entries().flatMap((entry) => (entry.what === 'slow' && entry.mutants.some(isOpen) ? [entry.test] : []));
const later = tests.filter((file) => slow.some((test) => test.startsWith(`${file} ›`)));
if (later.length > 0) await tryAll(later, Number.MAX_SAFE_INTEGER);
clearInterval(watch);
finish();
