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
  needs?: string | string[];
  permissions?: Record<string, string>;
}
interface Workflow {
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

  test('takes roles by OIDC, and has no key of AWS', () => {
    expect(text).not.toMatch(/AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)|aws-access-key-id/);
    for (const job of Object.values(jobs)) {
      const steps = job.steps ?? [];
      const takesRole = steps.some(({ uses = '' }) => uses.startsWith('aws-actions/configure-aws-credentials@'));
      if (takesRole) expect({ ...permissions, ...job.permissions }['id-token']).toBe('write');
    }
  });

  test('puts nothing that a caller writes into a script', () => {
    for (const { run = '' } of Object.values(jobs).flatMap(({ steps = [] }) => steps)) {
      expect(run).not.toContain('${{');
    }
  });

  test('runs commands that the project has', () => {
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run = '' }) => run));
    const called = runs.flatMap((run) => [...run.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script!));
    for (const script of called) expect(Object.keys(scripts)).toContain(script);
  });
});

test('production waits for the checks and for dev, in an environment of its own', () => {
  const { prod, dev } = workflow('deliver.yml').jobs;
  expect(prod!.needs).toEqual(['check', 'dev']);
  expect(dev!.needs).toBe('check');
  const deploy = workflow('deploy.yml').jobs.deploy!;
  expect(deploy.environment).toContain('inputs.environment');
  const runs = deploy.steps!.map(({ run = '' }) => run);
  const at = (part: string) => runs.findIndex((run) => run.includes(part));
  expect(at('cdk deploy')).toBeGreaterThan(-1);
  expect(at('npm run smoke')).toBeGreaterThan(at('cdk deploy'));
});
