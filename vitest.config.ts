import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryDisk } from './test/support/memory-disk.ts';

/** Files that take a quarter of a minute or more: one that begins last would be waited for alone. */
const LONG = ['infra/', 'comparison/', 'faults/', 'local/start', 'contract/', 'operations/', 'browser/'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((part) => moduleId.includes(part));
      return at < 0 ? LONG.length : at;
    };
    return files.sort((a, b) => place(a) - place(b));
  }
}

const folder = memoryDisk();
if (folder !== undefined) process.env.TMPDIR ??= folder;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongFirst },
    // What ends a test that hangs, so far away that a machine which is busy with other things does not.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'coverage/results.json' }]] : ['default'],
  },
});
