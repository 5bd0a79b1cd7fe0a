import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { importsIn, read, resolved } from './sources.ts';

interface Manifest {
  name: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
const folders = manifestOf('.').workspaces!;
const manifests = new Map(folders.map((folder) => [folder, manifestOf(folder)]));
const names = new Set([...manifests.values()].map(({ name }) => name));

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The folder of the package that a file belongs to: the innermost one. */
const homeOf = (file: string): string | undefined =>
  folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];

/** The package that an import leads to, by name; undefined within one package and for Node's modules. */
const importedPackage = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('node:')) return undefined;
  const path = resolved(file, specifier);
  if (path === undefined) return packageOf(specifier);
  const home = homeOf(path);
  return home === undefined || home === homeOf(file) ? undefined : manifests.get(home)!.name;
};

/** The imports of a source that its package does not declare: `file imports package`. Types may come from the root. */
const undeclared = (file: string, source: string, { dependencies = {}, devDependencies = {} }: Manifest): string[] =>
  importsIn(source).flatMap(({ specifier, isType }) => {
    const name = importedPackage(file, specifier);
    const isDeclared = name === undefined || name in dependencies || name in devDependencies;
    const { devDependencies: types = {} } = manifestOf('.');
    return isDeclared || (isType && `@types/${name}` in types) ? [] : [`${file} imports ${name}`];
  });

const files = folders.flatMap((folder) =>
  globSync('**/*.{ts,tsx,mjs}', { cwd: join(root, folder), exclude: ['**/node_modules', 'clients/drivers', 'dist'] })
    .map((file) => `${folder}/${file}`)
    .filter((file) => homeOf(file) === folder),
);

describe('packages', () => {
  test('import only what their own package.json declares', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((file) => undeclared(file, read(file), manifests.get(homeOf(file)!)!))).toEqual([]);
    const imports = `import { a } from 'zod';\nimport type { B } from 'aws-lambda';\nimport { c } from '../test/c.ts';`;
    expect(undeclared('shared/a.ts', imports, { name: 'a' })).toEqual([
      'shared/a.ts imports zod',
      'shared/a.ts imports @construction/test',
    ]);
  });

  test('declare each other without circles, and import everything they declare', () => {
    const used = new Map(folders.map((folder) => [manifests.get(folder)!.name, new Set<string>()]));
    for (const file of files) {
      const own = used.get(manifests.get(homeOf(file)!)!.name)!;
      for (const { specifier } of importsIn(read(file))) {
        const name = importedPackage(file, specifier);
        if (name !== undefined && names.has(name)) own.add(name);
      }
    }
    const done = new Set<string>();
    for (let before = -1; before < done.size; ) {
      before = done.size;
      for (const [name, of] of used) if ([...of].every((other) => done.has(other))) done.add(name);
    }
    expect([...names].filter((name) => !done.has(name))).toEqual([]);
    for (const { name, dependencies, devDependencies } of manifests.values()) {
      const declared = Object.keys({ ...dependencies, ...devDependencies }).filter((other) => names.has(other));
      expect(declared.sort(), name).toEqual([...used.get(name)!].sort());
    }
  });

  test('declare one version of each package, so that npm installs it once, at the root', () => {
    const versions = new Map<string, Set<string>>();
    for (const { dependencies, devDependencies, optionalDependencies } of [manifestOf('.'), ...manifests.values()]) {
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
    expect([...versions].filter(([, all]) => all.size > 1).map(([name]) => name)).toEqual([]);
  });
});

/** What must run after `npm ci --omit=dev`. */
const ENTRIES = [
  'infra/local/start.ts',
  ...['compare', 'demo', 'operate', 'sample', 'sheets', 'smoke', 'token'].map((name) => `infra/commands/${name}.ts`),
  'client/cds.ts',
];
/** Needed to deploy, and imported only then. */
const DEPLOYMENT = ['@aws-sdk/client-cloudformation'];

/** The packages loaded by a module and everything it imports, each with the folder of the package that imports it. */
const loadedBy = (file: string, seen: Set<string>): [name: string, home: string][] => {
  if (seen.has(file)) return [];
  seen.add(file);
  return importsIn(read(file)).flatMap(({ specifier, isType }) => {
    if (isType || specifier.startsWith('node:')) return [];
    const path = resolved(file, specifier);
    if (path === undefined) return [[packageOf(specifier), homeOf(file)!] as [string, string]];
    return /\.[mc]?[tj]s$/.test(path) ? loadedBy(path, seen) : [];
  });
};

test('the local service and its commands run without development dependencies', () => {
  const seen = new Set<string>();
  const loaded = ENTRIES.flatMap((entry) => loadedBy(entry, seen));
  for (const known of ['fauxqs', 'oidc-provider', 'jose']) expect(loaded.map(([name]) => name)).toContain(known);
  const missing = loaded.filter(([name, home]) => !(name in (manifests.get(home)!.dependencies ?? {})));
  expect(missing.filter(([name]) => !DEPLOYMENT.includes(name))).toEqual([]);
});

test('every folder with a package is in the list of workspaces', () => {
  const found = globSync('{*,infra/*}/package.json', { cwd: root, exclude: ['**/node_modules'] });
  expect(found.map((file) => relative('.', join(file, '..'))).sort()).toEqual([...folders].sort());
});
