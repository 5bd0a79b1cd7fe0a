import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run bench` runs all benchmarks and writes `bench/results`; `npm run bench -- --quick` runs short forms of those
 * worth running after any change, and only prints their tables. No figure makes it fail.
 */
const QUICK = ['warm', 'cold', 'one-machine', 'lists'];
const LONG = [
  ...['register', 'throughput', 'documents', 'tenants', 'tenants-pages', 'comparison', 'start-to-report', 'search'],
  ...['memberships'],
];

const isQuick = process.argv.includes('--quick');
const failed = (isQuick ? QUICK : [...QUICK, ...LONG]).filter((name) => {
  const script = join(import.meta.dirname, `${name}.ts`);
  return spawnSync(process.execPath, [script, ...(isQuick ? ['--quick'] : [])], { stdio: 'inherit' }).status !== 0;
});
for (const name of failed) console.error(`The benchmark ${name} did not finish.`);
process.exitCode = failed.length > 0 ? 1 : 0;
