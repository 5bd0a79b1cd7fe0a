import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { assemblyOf, findingsIn, stacksIn } from './assembly.ts';

// Makes the bundles, which the command finds in place.
const { stacks } = await assemblyOf('prod');

test('cdk synth needs no account and no network', { timeout: 120_000 }, () => {
  const output = mkdtempSync(join(tmpdir(), 'synth-'));
  try {
    const nowhere = 'http://127.0.0.1:9';
    execFileSync(join(root, 'node_modules/.bin/cdk'), ['synth', '--quiet', '-c', 'stage=prod', '--output', output], {
      cwd: root,
      env: {
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
        HOME: output,
        AWS_EC2_METADATA_DISABLED: 'true',
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
      },
      stdio: 'pipe',
    });
    const ids = (all: typeof stacks) => all.map(({ name, resources }) => [name, Object.keys(resources).sort()]);
    expect(ids(stacksIn(output))).toEqual(ids(stacks));
    expect(findingsIn(output)).toEqual([]);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
});
