import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  steps?: Step[];
  environment?: string;
  if?: string;
  concurrency?: { group: string };
  needs?: string | string[];
  permissions?: Record<string, string>;
}
interface Workflow {
  on: { pull_request?: { types: string[] } };
  concurrency?: { group: string };
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = join(root, '.github/workflows');
const names = readdirSync(folder);
const workflow = (name: string) => load(readFileSync(join(folder, name), 'utf8')) as Workflow;
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts;

describe.each(names)('the workflow %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const { permissions, jobs } = workflow(name);

  test('assumes roles by OIDC, and has no AWS key', () => {
    expect(text).not.toMatch(/AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)|aws-access-key-id/);
    for (const job of Object.values(jobs)) {
      const steps = job.steps ?? [];
      const takesRole = steps.some(({ uses = '' }) => uses.startsWith('aws-actions/configure-aws-credentials@'));
      if (takesRole) expect({ ...permissions, ...job.permissions }['id-token']).toBe('write');
    }
  });

  test('puts no caller-controlled text into a script', () => {
    for (const { run = '' } of Object.values(jobs).flatMap(({ steps = [] }) => steps)) {
      expect(run).not.toContain('${{');
    }
  });

  test('runs commands that exist in the project', () => {
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run = '' }) => run));
    const called = runs.flatMap((run) => [...run.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script!));
    for (const script of called) expect(Object.keys(scripts)).toContain(script);
  });
});

test('every deployment takes its settings from the file of its stage', () => {
  const runs = names.flatMap((name) => Object.values(workflow(name).jobs).flatMap(({ steps = [] }) => steps));
  const commands = runs.flatMap(({ run = '' }) => (run.includes('npx cdk') ? [run] : []));
  expect(commands).toHaveLength(3);
  for (const run of commands) {
    const given = [...run.matchAll(/-c (\w+)=/g)].map(([, setting]) => setting);
    expect(given.filter((setting) => setting !== 'rollout')).toEqual(['stage']);
  }
});

test('a run that waits for approval does not block others', () => {
  const { concurrency, jobs } = workflow('deliver.yml');
  expect(concurrency!.group).toMatch(/^deliver-.* github\.run_id \}\}$/);
  // The waiting job deploys nothing, and a deploying job waits for other runs of its own stage only.
  expect(jobs.approve!.environment).toBe('prod-approval');
  expect(jobs.approve!.concurrency).toBeUndefined();
  expect(workflow('deploy.yml').jobs.deploy!.concurrency!.group).toMatch(/^stage-.*inputs\.stage/);
});

test('the label preview deploys immediately', () => {
  const { on, jobs } = workflow('previews.yml');
  expect(on.pull_request!.types).toEqual(expect.arrayContaining(['labeled', 'unlabeled', 'synchronize', 'closed']));
  expect(jobs.deploy!.uses).toBe('./.github/workflows/deploy.yml');
  expect(jobs.deploy!.needs).toBeUndefined();
  expect(jobs.deploy!.if).toContain("github.event.action == 'labeled' && github.event.label.name == 'preview'");
});

test('production waits for checks, dev and an approval, in an environment of its own', () => {
  const { prod, approve, dev } = workflow('deliver.yml').jobs;
  expect(prod!.needs).toBe('approve');
  expect(approve!.needs).toEqual(['check', 'dev']);
  expect(dev!.needs).toBe('check');
  const deploy = workflow('deploy.yml').jobs.deploy!;
  expect(deploy.environment).toContain('inputs.environment');
  const runs = deploy.steps!.map(({ run = '' }) => run);
  const at = (part: string) => runs.findIndex((run) => run.includes(part));
  expect(at('cdk deploy')).toBeGreaterThan(-1);
  expect(at('npm run smoke')).toBeGreaterThan(at('cdk deploy'));
});
