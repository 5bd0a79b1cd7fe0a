import { expect, test } from 'vitest';
import { importsIn, read, resolved } from './sources.ts';

/** What must run after `npm ci --omit=dev`. */
const ENTRIES = [
  'infra/local/start.ts',
  ...['compare', 'demo', 'operate', 'sample', 'sheets', 'smoke', 'token'].map((name) => `infra/commands/${name}.ts`),
  'client/cds.ts',
];
/** Needed to synthesize and deploy, and imported only then. */
const DEPLOYMENT = ['@aws-sdk/client-cloudformation', 'esbuild'];

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages loaded by a module and everything it imports. */
const packagesOf = (file: string, seen: Set<string>): string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  return importsIn(read(file)).flatMap(({ specifier, isType }) => {
    if (isType || specifier.startsWith('node:')) return [];
    const path = resolved(file, specifier);
    if (path === undefined) return [packageOf(specifier)];
    return /\.[mc]?[tj]s$/.test(path) ? packagesOf(path, seen) : [];
  });
};

test('the local service and its commands run without development dependencies', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const seen = new Set<string>();
  const used = new Set(ENTRIES.flatMap((entry) => packagesOf(entry, seen)));
  for (const known of ['fauxqs', 'oidc-provider', 'jose']) expect(used).toContain(known);
  expect([...used].filter((name) => !(name in dependencies) && !DEPLOYMENT.includes(name))).toEqual([]);
});
