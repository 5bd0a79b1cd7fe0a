import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assets } from '../../infra/build/companions.ts';
import { root } from '../../infra/build/root.ts';
import { bundlesOfAll } from './assembly.ts';

interface Locked {
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  lockfileVersion: number;
  packages: Record<string, Locked>;
};
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
/** Without the repository's own packages, which npm links. */
const locked = Object.entries(lock.packages).filter(
  ([path, { link, resolved }]) => !['', ...workspaces].includes(path) && !(link && workspaces.includes(resolved!)),
);

describe('the lock file', () => {
  test('contains only packages of the npm registry, by version and digest', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(locked.length).toBeGreaterThan(300);
    // A package without a URL of its own comes from the configured registry.
    expect(locked.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([path]) => path)).toEqual([]);
    const unproven = locked.filter(([, { integrity, inBundle }]) => integrity === undefined && !inBundle);
    expect(unproven.map(([path]) => path)).toEqual([]);
  });

  test('has no package whose install script is needed: npm runs none', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const scripted = locked.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : []));
    // Check what a new package does without its script before adding it here.
    const known = ['@scarf/scarf', 'core-js', 'esbuild', 'odiff-bin', 'protobufjs', 'tesseract.js'];
    expect(scripted.sort()).toEqual(known.map((name) => `node_modules/${name}`));
  });
});

/** Licences that require no more than a notice. */
const PERMISSIVE = new Set([...['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']]);
/** Packages whose manifest has no SPDX licence, or one that was reviewed by hand. */
const JUDGED: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'the permissive licence of Bitstream Vera and Arev fonts, which allows embedding',
  '@img/sharp-libvips-linux-x64': 'LGPL-3.0: an unmodified shared library beside the bundle, linked when it is loaded',
  'png-js': 'MIT, by the LICENSE file of the package',
};

describe('the content of Lambda bundles', async () => {
  const bundles = await bundlesOfAll();
  const ofInput = (input: string) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
  const files = assets.flatMap((asset) => asset.files.map((file) => relative(root, file)));
  const folders = new Set([
    ...files.flatMap((file) => ofInput(file) ?? []),
    ...bundles.flatMap(({ inputs, packages }) => [
      ...inputs.flatMap((input) => ofInput(input) ?? []),
      ...packages.map((name) => `node_modules/${name}`),
    ]),
  ]);
  const shipped = [...folders].sort().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      license?: string | { type: string };
    };
    const { license } = manifest;
    return { name: manifest.name, license: typeof license === 'object' ? license.type : license };
  });

  test('has no copyleft licence except those reviewed by hand', () => {
    expect(shipped.length).toBeGreaterThan(50);
    const unknown = shipped.filter(({ name, license = 'none' }) => !PERMISSIVE.has(license) && !(name in JUDGED));
    expect(unknown).toEqual([]);
  });

  test('is listed in the bill of materials', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { sbom: string } };
    const [command, ...parameters] = scripts.sbom.split(' ');
    const { components } = JSON.parse(execFileSync(command!, parameters, { cwd: root, encoding: 'utf8' })) as {
      components: { group?: string; name: string }[];
    };
    const listed = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
    expect(shipped.filter(({ name }) => !listed.has(name))).toEqual([]);
  });

  test('includes every package that was reviewed by hand', () => {
    const names = new Set(shipped.map(({ name }) => name));
    expect(Object.keys(JUDGED).filter((name) => !names.has(name))).toEqual([]);
  });
});
