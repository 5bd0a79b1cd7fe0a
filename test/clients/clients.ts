import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { sampleRevisions } from '../../infra/demo/sample-revisions.ts';
import { createSandboxOrganization } from '../../infra/local/identity/sandbox-organization.ts';
import { startChildService } from '../support/child-service.ts';
import { eventually } from '../support/service.ts';
import { type Generator, generatorsAt, type Step } from './generators.ts';

/**
 * Generates clients from the service's OpenAPI description, compiles them and calls the service through them: `npm run
 * clients -- [NAME …]`. Names what it skips because a command is missing. See README.md in this folder.
 */
const CALLS = ['create project', 'upload', 'wait', 'list with filters', 'compare', 'read items', 'search'];
const RESULTS = 'bench/results/clients.md';

interface Outcome {
  generator: Generator;
  compiled: string;
  calls: string;
  failure?: string;
}

const isOnPath = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/** Returns its output. @throws Error with the end of the output if it fails */
const perform = ([command, args]: Step, cwd: string, environment: Record<string, string> = {}): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    timeout: 900_000,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')}\n${error?.message ?? ''}${`${stdout}\n${stderr}`.slice(-3000)}`);
};

const folderOf = ({ name }: Generator): string => name.replaceAll(' ', '-');

/**
 * Returns what the driver reports of its calls. @throws Error unless each has the same result as with the first client
 */
const checkCalls = (output: string, expected: readonly string[] | undefined): string[] => {
  const lines = output.trim().split('\n');
  const isWhole = CALLS.every((call, i) => /^[^:]+: \S/.test(lines[i] ?? '') && lines[i]?.startsWith(`${call}:`));
  if (isWhole && (!expected || lines.join('\n') === expected.join('\n'))) return lines;
  throw new Error(`The calls answered\n${output}${expected ? `instead of\n${expected.join('\n')}` : ''}`);
};

const names = process.argv.slice(2);
const root = resolve(import.meta.dirname, '../..');
// Outside the project, so that a client cannot find packages of the project.
const place = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'construction-document-clients');
const cache = join(place, 'cache');
const work = join(place, 'work');
rmSync(work, { recursive: true, force: true });
for (const folder of [cache, work]) mkdirSync(folder, { recursive: true });
const [description, older, newer] = ['openapi.json', 'A-101.pdf', 'A-101-B.pdf'].map((name) => join(work, name));
const generators = generatorsAt({ description: description!, cache, work });
const unknown = names.find((name) => !generators.some((each) => each.name === name));
if (unknown) throw new Error(`${unknown} is none of ${generators.map(({ name }) => name).join(', ')}`);

const dataDir = mkdtempSync(join(tmpdir(), 'clients-'));
const service = await startChildService({ dataDir });
const outcomes: Outcome[] = [];
try {
  await createSandboxOrganization(service.baseUrl, dataDir);
  const described = await eventually(async () => {
    const answer = await fetch(`${service.baseUrl}/api/public/openapi.json`);
    return answer.ok ? answer.text() : undefined;
  });
  writeFileSync(description!, described);
  const drawings = sampleRevisions('sample');
  writeFileSync(older!, drawings.older);
  writeFileSync(newer!, drawings.newer);

  let expected: string[] | undefined;
  for (const generator of generators) {
    if (names.length > 0 && !names.includes(generator.name)) continue;
    const missing = generator.needs.filter((command) => !isOnPath(command));
    const outcome: Outcome = { generator, compiled: 'no', calls: `0 of ${CALLS.length}` };
    outcomes.push(outcome);
    if (missing.length > 0) {
      Object.assign(outcome, { compiled: `skipped: no ${missing.join(', ')}`, calls: 'skipped' });
      console.log(`${generator.name}: ${outcome.compiled}`);
      continue;
    }
    const folder = join(work, folderOf(generator));
    mkdirSync(folder, { recursive: true });
    try {
      for (const step of generator.generate) perform(step, folder);
      const driver = join(import.meta.dirname, 'drivers', folderOf(generator).replace('openapi-generator-', ''));
      if (generator.run) cpSync(driver, join(folder, generator.driver), { recursive: true });
      for (const step of generator.compile) perform(step, folder);
      outcome.compiled = 'yes';
      if (!generator.run) continue;
      const token = await service.token({ user: 'ann.lee@example.com', organization: 'demo' });
      const [command, args] = generator.run;
      const environment = { CDS_URL: service.baseUrl, CDS_TOKEN: token };
      const output = perform([command, [...args, older!, newer!]], folder, environment);
      expected = checkCalls(output, expected);
      outcome.calls = `${CALLS.length} of ${CALLS.length}`;
    } catch (error) {
      outcome.failure = (error as Error).message;
      process.exitCode = 1;
    }
    console.log(`${generator.name}: compiled ${outcome.compiled}, calls ${outcome.calls} ${outcome.failure ?? ''}`);
  }
  for (const line of expected ?? []) console.log(`  ${line}`);
} finally {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

const rows = outcomes.map(
  ({ generator: { name, version, options }, compiled, calls }) =>
    `| ${name} | ${version} | ${options === '' ? 'none' : `\`${options}\``} | ${compiled} | ${calls} |`,
);
const table = `# Generated clients

\`npm run clients\` generates a client of \`/api/public/openapi.json\`, compiles it and calls a service through it: ${CALLS.join(', ')}.
Options beside input and output are those that a generator has by itself.

| generator | version | options | compiled | calls run |
|---|---|---|---|---|
${rows.join('\n')}
`;
console.log(table);
if (names.length === 0) writeFileSync(join(root, RESULTS), table);
