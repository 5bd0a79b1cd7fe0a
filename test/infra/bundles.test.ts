import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleAll, describeSizes } from '../../infra/build/build.ts';
import { assets, companions } from '../../infra/build/companions.ts';
import { root } from '../../infra/build/root.ts';
import { adapterModules, type Unit } from '../../infra/build/unit.ts';
import { bundlesOfAll } from './assembly.ts';
import { registered, units } from './registered.ts';

const plainReadBudget = 1_500_000;
/** Limits in megabytes, unpacked, for the largest function and for all, with a margin: at present 24 and 231. */
const largestMegabytes = 26;
const allMegabytes = 245;
/** Lambda's own limit for code and the files beside it. */
const assetLimit = 250 * 2 ** 20;

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
};

const packageOf = (input: string): string | undefined =>
  input.match(/^node_modules\/(?:@[^/]+\/)?[^/]+(?:\/node_modules\/(?:@[^/]+\/)?[^/]+)*/)?.[0];

/** Forbidden content of a bundle: development code, development packages, adapters of other ports. */
const intruders = (
  { inputs, packages }: Pick<Bundle, 'inputs' | 'packages'>,
  { ports }: Pick<Unit, 'ports'>,
): string[] => {
  const isOfAnotherPort = (input: string): boolean => {
    const port = input.match(/^shared\/aws\/adapters\/(.+)\.ts$/)?.[1];
    return port !== undefined && !(ports as readonly string[]).includes(port);
  };
  const isDevelopment = (input: string): boolean => {
    const name = packageOf(input);
    return name !== undefined && (lock.packages[name]?.dev ?? false);
  };
  return [
    ...inputs.filter((input) => input.startsWith('infra/local/') || input.startsWith('test/')),
    ...inputs.filter(isOfAnotherPort),
    ...inputs.filter(isDevelopment),
    ...packages.filter((name) => lock.packages[`node_modules/${name}`]?.dev),
  ];
};

const bundles = await bundlesOfAll();
const unitOf = (id: string): Unit => units.find((unit) => unit.id === id)!;

test('every operation, every worker and the unknown route are bundled', () => {
  expect(bundles.map(({ id }) => id)).toEqual(units.map(({ id }) => id));
});

describe.each(bundles.map((bundle) => [bundle.id, bundle] as const))('the bundle of %s', (id, bundle) => {
  test('holds what its declaration names and nothing else', () => {
    expect(intruders(bundle, unitOf(id))).toEqual([]);
    expect(bundle.inputs).toEqual(expect.arrayContaining(unitOf(id).ports.flatMap(adapterModules)));
  });
});

test('forbidden content of a bundle is detected', () => {
  const own = { inputs: ['shared/aws/adapters/documents.read.ts', 'node_modules/zod/index.js'], packages: ['sharp'] };
  expect(intruders(own, { ports: ['documents.read'] })).toEqual([]);
  expect(intruders(own, { ports: ['documents.write'] })).toEqual(['shared/aws/adapters/documents.read.ts']);
  expect(intruders({ inputs: ['infra/local/gateway/routes.ts'], packages: [] }, { ports: [] })).toHaveLength(1);
  expect(intruders({ inputs: ['node_modules/vitest/index.js'], packages: ['knip'] }, { ports: [] })).toHaveLength(2);
});

test('every bundle loads in Node and exports a handler', () => {
  const script = `
    const types = {};
    for (const [id, url] of ${JSON.stringify(bundles.map(({ id, folder }) => [id, pathToFileURL(join(folder, 'index.mjs'))]))})
      types[id] = typeof (await import(url)).handler;
    console.log(JSON.stringify(types));
    process.exit(0);`;
  const types = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    // Bundles are loaded once, so a compile cache would not pay.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  expect(JSON.parse(types)).toEqual(Object.fromEntries(bundles.map(({ id }) => [id, 'function'])));
});

test('a public operation starts without the verifier, the limiter and the parsers of bodies', () => {
  const isPublic = (id: string) =>
    registered.operations.some(({ operation }) => operation.id === id && operation.auth === 'public');
  const ofOthers = ['authenticate', 'rate-limit', 'idempotency', 'json-body', 'multipart'].map(
    (name) => `shared/http/${name}.ts`,
  );
  const seen = bundles.filter(({ id }) => isPublic(id));
  expect(seen.map(({ id }) => id)).toContain('health');
  for (const { id, inputs } of seen) {
    expect(
      inputs.filter((input) => ofOthers.includes(input)),
      id,
    ).toEqual([]);
  }
});

test('only operations with a form hold the parser of forms', () => {
  const holders = bundles.filter(({ inputs }) => inputs.includes('shared/http/multipart.ts')).map(({ id }) => id);
  const accepting = registered.operations.filter(({ operation }) => operation.multipart);
  expect(holders.sort()).toEqual(accepting.map(({ operation }) => operation.id).sort());
});

test('no bundle imports a module of Node, which would read all of its exports', () => {
  for (const { id, folder } of bundles) {
    const imported = readFileSync(join(folder, 'index.mjs'), 'utf8').match(/(?:from|import)\s*\(?"([^"]+)"/g) ?? [];
    const names = imported.map((text) => text.slice(text.indexOf('"') + 1, -1));
    expect(names.filter(isBuiltin), id).toEqual([]);
  }
});

test('errors state their names, since the names of classes do not survive the bundler', () => {
  const sources = new Set(bundles.flatMap(({ inputs }) => inputs.filter((input) => !input.startsWith('node_modules'))));
  for (const source of sources) {
    const [, ...classes] = readFileSync(join(root, source), 'utf8').split(/class \w+ extends Error\b/);
    for (const own of classes) expect(own, source).toMatch(/^\s*\{[^}]*\bname = '/);
  }
});

test('local text recognition and its data are in no bundle', () => {
  const parts = /tesseract|traineddata|infra\/local/;
  for (const { id, folder, inputs, packages } of bundles) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(
      [...inputs, ...packages, ...names].filter((name) => parts.test(name)),
      id,
    ).toEqual([]);
  }
});

test('no bundle contains the setting of hosts that may be called although they are not public', () => {
  const client = bundles.filter(({ inputs }) => inputs.includes('shared/outbound/outbound-client.ts'));
  expect(client.map(({ id }) => id)).toContain('test-external-system');
  for (const { id, folder } of bundles) {
    expect(readFileSync(join(folder, 'index.mjs'), 'utf8').includes('OUTBOUND_ALLOWED_HOSTS'), id).toBe(false);
  }
});

test('reading one record needs a small bundle only', () => {
  const reads = registered.operations
    .filter(({ operation }) => operation.method === 'GET')
    .map(({ operation }) => operation.id);
  for (const { id, bytes } of bundles) if (reads.includes(id)) expect(bytes, id).toBeLessThan(plainReadBudget);
});

test("no function exceeds Lambda's size limit", () => {
  for (const { id, unpackedBytes } of bundles) expect(unpackedBytes, id).toBeLessThan(assetLimit);
});

test('neither a function nor their sum exceeds its size limit, because every deployment stores a copy', () => {
  const sizes = bundles.map(({ unpackedBytes }) => unpackedBytes / 2 ** 20);
  expect(Math.max(...sizes)).toBeLessThan(largestMegabytes);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(allMegabytes);
});

test('the build reports the largest functions and the sum', () => {
  const sized = [3, 1, 2].map((size) => ({ id: `f${size}`, unpackedBytes: size * 2 ** 20 }));
  expect(describeSizes(sized, 2)).toEqual(['3.0 MB  f3', '2.0 MB  f2', '6.0 MB  all 3']);
});

test("a function's bundle includes the files that its sources start and read", () => {
  const read = (bundle: Bundle) => assets.filter(({ neededBy }) => bundle.inputs.includes(neededBy));
  const isNeeded = (bundle: Bundle) => companions.filter(({ neededBy }) => bundle.inputs.includes(neededBy));
  expect(bundles.flatMap(isNeeded)).not.toEqual([]);
  expect(bundles.flatMap(read)).not.toEqual([]);
  for (const bundle of bundles) {
    const names = isNeeded(bundle).flatMap(({ output, files }) => [output, ...files.map((file) => basename(file))]);
    names.push(...read(bundle).flatMap(({ files }) => files.map((file) => basename(file))));
    expect(readdirSync(bundle.folder), bundle.id).toEqual(expect.arrayContaining(names));
  }
});

describe('a handler that imports beyond its declaration', () => {
  const out = join(root, 'dist/test-bundles');
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  const reaching: Unit = {
    id: 'reaching',
    ports: ['documents.read'],
    source: `import { adapter } from './shared/aws/adapters/files.write.ts'; export const handler = () => adapter;`,
  };

  test('is detected by the files in its bundle', async () => {
    const [bundle] = await bundleAll([reaching], { out });
    expect(intruders(bundle!, reaching)).toEqual(['shared/aws/adapters/files.write.ts']);
  });
});
