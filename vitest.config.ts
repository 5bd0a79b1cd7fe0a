import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryDisk } from './test/support/memory-disk.ts';

/**
 * Files that take 15 seconds or more, which the run would wait for if they began last. The first one synthesizes for all
 * files of `infra`, which follow when that is done.
 */
const LONG = [
  ...['infra/alarms', 'browser/', 'faults/', 'contract/', 'operations/', 'infra/bundles-alone', 'local/start'],
  ...['comparison/', 'search/isolation', 'infra/'],
];

/** Long ones first, but for the files of one project together: only those follow each other in one process. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const at = LONG.findIndex((part) => moduleId.includes(part));
      const kind = at === 0 ? 0 : 1 + PROJECTS.indexOf(project.name);
      return kind * (LONG.length + 1) + (at < 0 ? LONG.length : at);
    };
    return files.sort((a, b) => place(a) - place(b));
  }
}

const folder = memoryDisk();
if (folder !== undefined) process.env.TMPDIR ??= folder;
// Test workers, and the services that tests start, share one compile cache.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'compiled-for-tests');

// The time that a function takes on a busy machine tells nothing about it.
process.env.FUNCTION_TIMEOUT_FACTOR ??= '10';

/** Folders whose tests change nothing of their process, and nothing of a module: they share both. */
const PURE = [
  ...['comparison', 'comparisons', 'demo', 'documents', 'files', 'mail', 'notifications', 'ocr'],
  ...['processing', 'register', 'reports', 'search', 'sheets', 'text', 'uploads'],
].map((folder) => `test/unit/${folder}/**/*.test.ts`);
const SHARING = ['test/infra/**/*.test.ts', ...PURE];

/** Files that measure their process. */
const ALONE = ['test/unit/pdf/open-pdf.test.ts'];

const PROJECTS = ['service', 'alone', 'sharing'];

export default defineConfig({
  test: {
    pool: 'forks',
    // The garbage of a response is collected early if the young generation has room for many responses.
    execArgv: ['--max-semi-space-size=64'],
    // Loaded by Node itself: vitest's way makes each call from module to module slower, which is a third of what a
    // comparison takes. These have no state, and import nothing that has.
    server: { deps: { external: [/\/shared\/comparison\/engine\//] } },
    // More than there are processors: a test of the service waits half of its time.
    maxWorkers: Math.max(4, availableParallelism()),
    sequence: { sequencer: LongFirst },
    // What ends a test that hangs, so far away that a machine which is busy with other things does not.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'coverage/results.json' }]] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...SHARING, ...ALONE],
          isolate: false,
          setupFiles: ['test/support/own-state.ts'],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
    ],
  },
});
