import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Unit } from './unit.ts';

/** Everything that can change a bundle: these sources, the lock file and the build settings. */
const sourceFolders = ['functions', 'shared', 'infra/build', 'infra/cloud', 'infra/stages', 'client', 'viewer'];
const sourceFiles = ['package-lock.json'];
/** Output of a package's own build inside these folders; no bundle contains it. */
const builtFile = /(?:^|\/)dist\//;

/** Returns a digest of the bundles' sources and of the units to bundle; equal digests mean equal bundles. */
export const digestOf = (root: string, units: readonly Unit[], extra: unknown): string => {
  const hash = createHash('sha256');
  const add = (name: string): void => {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0');
  };
  for (const folder of sourceFolders) {
    if (!existsSync(join(root, folder))) continue;
    const names = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((name) => !builtFile.test(name))
      .sort();
    for (const name of names) add(name);
  }
  for (const name of sourceFiles) if (existsSync(join(root, name))) add(name);
  return hash.update(JSON.stringify([units, extra])).digest('hex');
};
