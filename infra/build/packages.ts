import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Packages that cannot be bundled, with the packages that they load by name: a native library has to be a separate
 * file. A function that imports one has it, with its dependencies, in the `node_modules` of its folder.
 */
export const unbundled: Readonly<Record<string, readonly string[]>> = {
  sharp: ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64'],
};

/** Sources, types and documentation that are not needed at run time, by package and path. */
const notShipped = /^sharp\/(src|install)(\/|$)|\.(md|d\.[cm]?ts|map)$/;

interface Manifest {
  dependencies?: Record<string, string>;
}

/**
 * Returns the packages that one import needs, including dependencies.
 * @throws Error naming a missing one
 */
export const closureOf = (root: string, name: string): string[] => {
  const native = unbundled[name];
  if (!native)
    throw new Error(`The package ${name} is imported from outside the bundle, but infra/build does not know it`);
  const found = new Set<string>();
  const visitAllOf = (folder: string): void => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const next of Object.keys(dependencies)) visit(next, folder);
  };
  const visit = (dependency: string, parent?: string): void => {
    // A nested version is in the parent's folder and is copied with it.
    const nested = parent && join(parent, 'node_modules', dependency);
    if (nested && existsSync(nested)) {
      visitAllOf(nested);
      return;
    }
    if (found.has(dependency)) return;
    const folder = join(root, 'node_modules', dependency);
    if (!existsSync(folder)) throw new Error(missingPackage(dependency, native));
    found.add(dependency);
    visitAllOf(folder);
  };
  for (const first of [name, ...native]) visit(first);
  return [...found].sort();
};

const missingPackage = (name: string, native: readonly string[]): string =>
  native.includes(name)
    ? `The functions run on Linux x64, and ${name} is not installed on this machine. ` +
      `Run: npm install --no-save --force --os=linux --cpu=x64 --libc=glibc ${native.join(' ')}`
    : `The package ${name} is not installed. Run: npm ci`;

/** Copies packages to the `node_modules` of a function's folder. */
export const copyPackages = (root: string, names: readonly string[], folder: string): void => {
  for (const name of names) {
    const from = join(root, 'node_modules', name);
    cpSync(from, join(folder, 'node_modules', name), {
      recursive: true,
      dereference: true,
      filter: (path) => !notShipped.test(relative(join(root, 'node_modules'), path).split(sep).join('/')),
    });
  }
};
