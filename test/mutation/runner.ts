import { relative } from 'node:path';
import fc from 'fast-check';
import { inject, type RunnerTestCase, TestRunner } from 'vitest';
import { entries, NONE, note } from './trials.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The most tests of one file that try a mutant. */
    most: number;
    /** Like `most`, if the file is about something else. */
    mostElsewhere: number;
    /** The mutants that test files are about. */
    about: Record<string, number[]>;
    /**
     * Approximate milliseconds of tests that try one mutant; a surviving mutant is tried by tests of other subjects
     * next.
     */
    budget: number;
    /** Tests that take more milliseconds wait for a later pass. */
    patience: number;
  }
}

// A mutant is killed by any counterexample; shrinking takes long.
fc.configureGlobal({ endOnFailure: true });

/** The real clock and timers: tests may replace them. */
const { setTimeout, clearTimeout } = globalThis;
const milliseconds = performance.now.bind(performance);

const seen = new Set<number>();
let active = NONE;
Object.assign(globalThis, {
  __mutant: (id: number) => {
    seen.add(id);
    return id === active;
  },
});

/**
 * Runs each test twice without mutants and then once with each mutant that it reaches, in the same process, so that the
 * file's `beforeAll` runs once. After each kill the test must pass again without a mutant.
 */
export default class MutationRunner extends TestRunner {
  #path = '';
  #name = '';
  #plain: 'first' | 'second' | 'after' = 'first';
  #left: number[] = [];
  #slowest = 0;
  #began = 0;
  #timedOut = false;
  /** Mutants that timed out once. */
  readonly #late = new Set<number>();

  /** Time limit in milliseconds for a try with a mutant, from the test's own duration on this machine. */
  get #limit(): number {
    return 4 * this.#slowest + 3000;
  }

  onBeforeRunFiles(): void {
    note({ what: 'loaded', mutants: [...seen] });
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#path = relative(process.cwd(), test.file.filepath);
    this.#name = `${this.#path} › ${test.fullTestName ?? test.name} ${test.id}`;
    this.#plain = 'first';
    this.#left = [];
    this.#slowest = 0;
    this.#late.clear();
    active = NONE;
    test.retry = Number.MAX_SAFE_INTEGER;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    seen.clear();
    this.#timedOut = false;
    this.#began = milliseconds();
    const begun = { process: process.pid, at: Date.now(), limit: this.#limit };
    note({ what: 'begin', ...begun, test: this.#name, mutant: active });
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = (TestRunner.getTestFn(test) as () => Promise<void>)();
    if (active === NONE) return run;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((_, reject) => {
      timer = setTimeout(() => {
        this.#timedOut = true;
        reject(new Error('The mutant takes too long'));
      }, this.#limit);
    });
    try {
      await Promise.race([run, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const result = test.result;
    if (!result) return;
    const passed = result.state === 'pass';
    const plain = active === NONE;
    const took = milliseconds() - this.#began;
    const tried = { process: process.pid, test: this.#name, mutant: active };
    if (this.#timedOut && !this.#late.has(active)) {
      this.#late.add(active);
      this.#left.unshift(active);
      note({ what: 'late', ...tried });
    } else note({ what: 'end', ...tried, passed, milliseconds: took, ...(this.#timedOut && { timedOut: true }) });
    if (plain) this.#slowest = Math.max(this.#slowest, took);
    const more = result.state !== 'skip' && this.#next(plain, passed);
    result.attempts = [];
    result.state = more ? 'fail' : 'pass';
    // Another try expects an error.
    result.errors = more ? [{ message: 'another try' }] : undefined;
  }

  /** Chooses the mutant of the next try. Returns false when nothing is left to try. */
  #next(plain: boolean, passed: boolean): boolean {
    const about = new Set(inject('about')[this.#path]);
    const mostOf = (id: number) => inject(about.has(id) ? 'most' : 'mostElsewhere');
    const trust = () => {
      const tried = new Map<number, number>();
      const spent = new Map<number, number>();
      const done = new Set<number>();
      for (const entry of entries()) {
        if (entry.what !== 'end' || entry.mutant === NONE) continue;
        if (entry.test.startsWith(`${this.#path} ›`)) tried.set(entry.mutant, (tried.get(entry.mutant) ?? 0) + 1);
        spent.set(entry.mutant, (spent.get(entry.mutant) ?? 0) + entry.milliseconds);
        if (!entry.passed || entry.test === this.#name) done.add(entry.mutant);
      }
      return (id: number) =>
        !done.has(id) && (tried.get(id) ?? 0) < mostOf(id) && (spent.get(id) ?? 0) < inject('budget');
    };
    if (plain) {
      if (!passed) {
        note({ what: 'unsteady', test: this.#name });
        return false;
      }
      if (this.#plain === 'first') {
        this.#left = [...seen].filter(trust());
        if (this.#slowest > inject('patience') && this.#left.length > 0) {
          note({ what: 'slow', test: this.#name, mutants: this.#left });
          return false;
        }
        this.#plain = 'second';
        return this.#left.length > 0;
      }
    } else if (!passed) {
      active = NONE;
      this.#plain = 'after';
      return true;
    }
    this.#left = this.#left.filter(trust());
    active = this.#left.shift() ?? NONE;
    return active !== NONE;
  }
}
