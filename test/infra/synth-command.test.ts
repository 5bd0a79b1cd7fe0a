import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { assemblyOf, findingsIn, folderOf } from './assembly.ts';
import { given } from './registered.ts';

const { stacks } = await assemblyOf('prod');

const templates = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.template.json'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

test('cdk synth needs no account and no network, and its output is reproducible byte for byte', async () => {
  const output = mkdtempSync(join(tmpdir(), 'synth-'));
  try {
    // The command adds the construct path of each resource.
    const plain = ['--no-path-metadata', '--no-asset-metadata'];
    const settings = Object.entries(given.prod).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const nowhere = 'http://127.0.0.1:9';
    execFileSync(
      join(root, 'node_modules/.bin/cdk'),
      ['synth', '--quiet', '--no-staging', '-c', 'stage=prod', ...settings, '--output', output, ...plain],
      {
        cwd: root,
        env: {
          PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
          HOME: output,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          AWS_EC2_METADATA_DISABLED: 'true',
          HTTP_PROXY: nowhere,
          HTTPS_PROXY: nowhere,
        },
        stdio: 'pipe',
      },
    );
    expect(Object.keys(templates(output))).toEqual(stacks.map(({ name }) => `${name}.template.json`));
    const synthesized = templates(await folderOf('prod'));
    for (const [name, text] of Object.entries(templates(output))) expect(text === synthesized[name], name).toBe(true);
    expect(findingsIn(output)).toEqual([]);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
});
