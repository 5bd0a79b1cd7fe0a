import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { tags } from '../../functions/registry.ts';
import { describeAgents } from '../../shared/agents/describe-agents.ts';
import type { Agent } from '../../shared/domain/agents/agent.ts';
import type { Encoding } from '../../shared/http/content-encoding.ts';
import { buildOpenApi } from '../../shared/http/openapi/build-openapi.ts';
import { makeForms } from '../../shared/reference/asset-source.ts';
import { ASSET_NAMES } from '../../shared/reference/assets.ts';
import { SUFFIXES } from '../../shared/reference/read-asset.ts';
import type { Registered } from '../cloud/registered.ts';
import { builtins } from './builtins.ts';
import { digestOf } from './cache.ts';
import { assets, companionEntry, companionFolder, companions } from './companions.ts';
import { folderDigest } from './folder-digest.ts';
import { closureOf, copyPackages, unbundled } from './packages.ts';
import { root } from './root.ts';
import { type Unit, unitsOf } from './unit.ts';

/** The source that reads the files of the reference pages: a bundle that includes it needs them. */
const referenceReader = 'shared/reference/read-asset.ts';

/** Writes the files of the reference pages to a bundle's folder, in every encoding in which they are served. */
const writeReference = async (folder: string): Promise<void> => {
  for (const name of ASSET_NAMES) {
    const forms = await makeForms(name);
    for (const encoding of Object.keys(SUFFIXES) as Encoding[]) {
      await writeFile(join(folder, name + SUFFIXES[encoding]), forms[encoding]);
    }
  }
};

/** The result of bundling one unit. */
export interface Bundle {
  id: string;
  /** Contains `index.mjs` and all files deployed with it: the function's asset. */
  folder: string;
  /** Size of `index.mjs`. */
  bytes: number;
  /** Size of the whole folder in bytes, which Lambda limits to 250 MB. */
  unpackedBytes: number;
  /** Every source file included in the folder's scripts, relative to the project's root. */
  inputs: readonly string[];
  /** Packages copied into the folder. */
  packages: readonly string[];
  /** Hexadecimal SHA-256 of the folder's contents: equal folders are deployed once. */
  digest: string;
}

export interface BuildSettings {
  /** Receives one folder per unit and is replaced as a whole; by default `dist/lambda` of the project. */
  out?: string;
  /** The OpenAPI document, embedded in the function that serves it. */
  openApi?: Readonly<Record<string, unknown>>;
  /** The agents of the service, embedded in the functions that export them. */
  agents?: readonly Agent[];
  /** Writes source maps to `<out>-maps/<id>.mjs.map`, for reading stack traces; they are not part of the assets. */
  sourceMaps?: boolean;
}

const namespace = 'function';
const manifestName = 'manifest.json';

/** Provides each unit's generated source as its entry point, resolved from the project's root. */
const entries = (units: ReadonlyMap<string, Unit>): Plugin => ({
  name: 'function-entries',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^function:/ }, ({ path }) => ({ path: path.slice(namespace.length + 1), namespace }));
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: units.get(path)!.source,
      loader: 'ts',
      resolveDir: root,
    }));
  },
});

const options = (out: string, units: readonly Unit[], settings: BuildSettings): BuildOptions => ({
  absWorkingDir: root,
  outdir: out,
  entryPoints: [
    ...units.map(({ id }) => ({ in: `${namespace}:${id}`, out: `${id}/index` })),
    ...companions.map(companionEntry),
  ],
  plugins: [entries(new Map(units.map((unit) => [unit.id, unit]))), builtins],
  bundle: true,
  splitting: false,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  external: Object.keys(unbundled),
  minify: true,
  legalComments: 'none',
  sourcemap: settings.sourceMaps ? 'external' : false,
  define: {
    ...(settings.openApi && { OPENAPI_DOCUMENT: JSON.stringify(JSON.stringify(settings.openApi)) }),
    ...(settings.agents && { SERVICE_AGENT_DESCRIPTIONS: JSON.stringify(settings.agents) }),
  },
  // CommonJS dependencies load Node's modules with `require`, which an ES module lacks. The name is longer than any
  // that the minifier generates, because it does not see the banner.
  banner: {
    js: `const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);`,
  },
  metafile: true,
  logLevel: 'warning',
});

/** Returns the sources included in one output, without the generated ones. */
const inputsOf = ({ inputs }: Metafile['outputs'][string]): string[] =>
  Object.entries(inputs)
    .filter(([input, { bytesInOutput }]) => bytesInOutput > 0 && !/^(?:function:|builtin:|<)/.test(input))
    .map(([input]) => input);

const packagesOf = (output: Metafile['outputs'][string]): string[] =>
  output.imports.filter(({ path, external }) => external && path in unbundled).map(({ path }) => path);

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** Copies the run-time files of a bundle into its folder, and describes it. */
const finish = async (unit: Unit, temporary: string, out: string, outputs: Metafile['outputs']): Promise<Bundle> => {
  const outputOf = (path: string) => outputs[relative(root, join(temporary, path))]!;
  const folder = join(temporary, unit.id);
  const own = outputOf(`${unit.id}/index.mjs`);
  const inputs = new Set(inputsOf(own));
  const imported = new Set(packagesOf(own));
  for (const { neededBy, output, files } of companions) {
    if (!inputs.has(neededBy)) continue;
    const companion = outputOf(`${companionFolder}/${output}`);
    copyFileSync(join(temporary, companionFolder, output), join(folder, output));
    for (const file of files) copyFileSync(file, join(folder, basename(file)));
    for (const input of inputsOf(companion)) inputs.add(input);
    for (const name of packagesOf(companion)) imported.add(name);
  }
  for (const { neededBy, files } of assets) {
    if (inputs.has(neededBy)) for (const file of files) copyFileSync(file, join(folder, basename(file)));
  }
  if (inputs.has(referenceReader)) await writeReference(folder);
  const packages = [...new Set([...imported].flatMap((name) => closureOf(root, name)))].sort();
  copyPackages(root, packages, folder);
  return {
    id: unit.id,
    folder: join(out, unit.id),
    bytes: own.bytes,
    unpackedBytes: sizeOf(folder),
    inputs: [...inputs].sort(),
    packages,
    digest: folderDigest(folder),
  };
};

/**
 * Bundles all units in one pass of esbuild. If the sources have not changed, the existing bundles are returned.
 * @throws Error of esbuild, or one that names a package missing on this machine
 */
export const bundleAll = async (units: readonly Unit[], settings: BuildSettings = {}): Promise<readonly Bundle[]> => {
  const { out = join(root, 'dist/lambda') } = settings;
  const digest = digestOf(root, units, settings);
  const manifest = join(out, manifestName);
  if (existsSync(manifest)) {
    const kept = JSON.parse(readFileSync(manifest, 'utf8')) as { digest: string; bundles: Bundle[] };
    if (kept.digest === digest) return kept.bundles;
  }
  // Built in a temporary folder, so that a concurrent build never sees a half-written one.
  const temporary = `${out}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  try {
    const { metafile } = await build(options(temporary, units, settings));
    const { outputs } = metafile!;
    if (settings.sourceMaps) {
      mkdirSync(`${out}-maps`, { recursive: true });
      for (const { id } of units)
        renameSync(join(temporary, id, 'index.mjs.map'), join(`${out}-maps`, `${id}.mjs.map`));
    }
    const bundles = await Promise.all(units.map((unit) => finish(unit, temporary, out, outputs)));
    rmSync(join(temporary, companionFolder), { recursive: true, force: true });
    writeFileSync(join(temporary, manifestName), JSON.stringify({ digest, bundles }));
    rmSync(out, { recursive: true, force: true });
    renameSync(temporary, out);
    return bundles;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

/** Bundles every function in the registries, with the OpenAPI document and the agents embedded. */
export const bundleService = (
  { operations, workers }: Registered,
  settings: Omit<BuildSettings, 'openApi' | 'agents'> = {},
): Promise<readonly Bundle[]> => {
  const declared = operations.map(({ operation }) => operation);
  return bundleAll(unitsOf(operations, workers), {
    ...settings,
    openApi: buildOpenApi(declared, tags),
    agents: describeAgents(
      workers.map(({ worker }) => worker),
      declared,
    ),
  });
};

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Returns the largest bundles and the sum of all, with everything beside their code, one on each line. */
export const describeSizes = (bundles: readonly Pick<Bundle, 'id' | 'unpackedBytes'>[], largest = 5): string[] => [
  ...bundles
    .toSorted((a, b) => b.unpackedBytes - a.unpackedBytes)
    .slice(0, largest)
    .map(({ id, unpackedBytes }) => `${megabytes(unpackedBytes)}  ${id}`),
  `${megabytes(bundles.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0))}  all ${bundles.length}`,
];

if (import.meta.main) {
  const { operations } = await import('../../functions/registry.ts');
  const { workers } = await import('../../functions/workers/registry.ts');
  const started = performance.now();
  const bundles = await bundleService({ operations, workers }, { sourceMaps: process.argv.includes('--source-maps') });
  for (const { id, bytes, unpackedBytes, packages } of bundles) {
    const beside = unpackedBytes > bytes ? `  ${megabytes(unpackedBytes)} with ${packages.join(', ')}` : '';
    console.log(`${String(Math.ceil(bytes / 1024)).padStart(6)} KB  ${id}${beside}`);
  }
  console.log(`The largest, unpacked:\n${describeSizes(bundles).join('\n')}`);
  console.log(`${bundles.length} functions in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
