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
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  test('names packages of the npm registry alone, by version and digest', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(locked.length).toBeGreaterThan(300);
    // Without an address of its own a package is taken from the registry that npm is set up with.
    expect(locked.filter(([, { resolved, link }]) => resolved !== undefined || link).map(([path]) => path)).toEqual([]);
    const unproven = locked.filter(([, { integrity, inBundle }]) => integrity === undefined && !inBundle);
    expect(unproven.map(([path]) => path)).toEqual([]);
  });

  test('has no package whose install script is needed: npm runs none', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const scripted = locked.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : []));
    // A new one needs a look at what it does without its script before it joins these.
    const known = ['@scarf/scarf', 'core-js', 'esbuild', 'odiff-bin', 'tesseract.js'];
    expect(scripted.sort()).toEqual(known.map((name) => `node_modules/${name}`));
  });
});

/** Licences that ask for no more than a notice. */
const PERMISSIVE = new Set([...['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']]);
/** Packages whose manifest does not say their licence in SPDX's words, or one that was judged by hand. */
const JUDGED: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'the permissive licence of Bitstream Vera and Arev fonts, which allows embedding',
  '@img/sharp-libvips-linux-x64': 'LGPL-3.0: an unmodified shared library beside the bundle, linked when it is loaded',
  'png-js': 'MIT, by the LICENSE file of the package',
};

describe('what ships in Lambda bundles', async () => {
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

  test('has no copyleft licence, but for what was judged by hand', () => {
    expect(shipped.length).toBeGreaterThan(50);
    const unknown = shipped.filter(({ name, license = 'none' }) => !PERMISSIVE.has(license) && !(name in JUDGED));
    expect(unknown).toEqual([]);
  });

  test('ships every package that was judged by hand', () => {
    const names = new Set(shipped.map(({ name }) => name));
    expect(Object.keys(JUDGED).filter((name) => !names.has(name))).toEqual([]);
  });
});
