import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleService } from '../../../infra/build/build.ts';
import { findingsIn } from '../assembly.ts';
import { registered } from '../registered.ts';
import { serviceApp } from '../synthesize.ts';
import { creationProblems, deletionProblems, updateProblems } from './check.ts';
import { type DeployedStack, stacksOf } from './template.ts';
import { variants } from './variants.ts';

/** Only variants whose name starts like this, such as `prod, account`; all if absent. */
const [, , start = ''] = process.argv;
const chosen = variants.filter(({ name }) => name.startsWith(start));

/**
 * Synthesizes every variant of every stage in one process, with the functions built once, and rehearses their
 * deployment: each from nothing, each after every other one of its stage, and the deletion of a preview. Prints the
 * problems, and fails if there are any.
 */
const bundles = await bundleService(registered);
const started = performance.now();
const problems: string[] = [];
const report = (name: string, found: readonly string[]): void => {
  for (const problem of found) problems.push(`${name}: ${problem}`);
};

const synthesized = new Map<string, readonly DeployedStack[]>();
for (const { name, settings } of chosen) {
  const folder = mkdtempSync(join(tmpdir(), 'synthesized-'));
  try {
    synthesized.set(name, stacksOf(serviceApp(settings, bundles, folder)));
  } catch (error) {
    // Findings of the rule packs make the synthesis fail after they have been written.
    const wasChecked = existsSync(join(folder, 'validation-report.json'));
    const findings = wasChecked ? findingsIn(folder).map(({ rule, where }) => `${rule} ${where}`) : [];
    report(name, findings.length > 0 ? findings : [String(error)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
for (const [name, stacks] of synthesized) {
  report(name, creationProblems(stacks));
  if (name.startsWith('pr-')) report(name, deletionProblems(stacks));
}
let updates = 0;
for (const before of chosen) {
  for (const after of chosen) {
    const [from, to] = [synthesized.get(before.name), synthesized.get(after.name)];
    if (before === after || before.family !== after.family || !from || !to) continue;
    updates++;
    report(`${before.name} → ${after.name}`, updateProblems(from, to));
  }
}
for (const problem of problems) console.error(problem);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${synthesized.size} of ${chosen.length} variants synthesized, ${updates} updates checked in ${seconds} s`);
if (problems.length > 0 || synthesized.size !== chosen.length) process.exitCode = 1;
