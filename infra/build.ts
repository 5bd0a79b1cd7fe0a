import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { digestOf } from './bundle/cache.ts';
import { companions, packageFile } from './bundle/companions.ts';
import { closureOf, copyPackages, unbundled } from './bundle/packages.ts';
import type { Unit } from './bundle/unit.ts';

/** The project's root. */
export const root = join(import.meta.dirname, '..');

/** What became of one unit. */
export interface Bundle {
  id: string;
  /** Holds `index.mjs` and all that must lie beside it: the function's asset. */
  folder: string;
  /** Size of `index.mjs`. */
  bytes: number;
  /** Every source file that went into the folder's scripts, from the project's root. */
  inputs: readonly string[];
  /** Packages copied beside the bundle. */
  packages: readonly string[];
}

export interface BuildSettings {
  /** Receives one folder per unit; replaced as a whole. `dist/lambda` of the project where not given. */
  out?: string;
  /** Writes source maps to `<out>-maps`, for reading stack traces; they are no part of the assets. */
  sourceMaps?: boolean;
}

const namespace = 'function';
const manifestName = 'manifest.json';

/** Gives each unit's entry its generated source, resolved from the project's root. */
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

const options = (units: readonly Unit[], out: string, sourceMaps: boolean): BuildOptions => ({
  absWorkingDir: root,
  entryPoints: [
    ...units.map(({ id }) => ({ in: `${namespace}:${id}`, out: `${id}/index` })),
    ...companions
      .filter(({ thread }) => existsSync(join(root, thread)))
      .map(({ thread, output }) => ({ in: thread, out: `.threads/${basename(output, '.mjs')}` })),
  ],
  plugins: [entries(new Map(units.map((unit) => [unit.id, unit])))],
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: false,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  external: Object.keys(unbundled),
  minify: true,
  // Errors are told apart by the name of their class.
  keepNames: true,
  legalComments: 'none',
  sourcemap: sourceMaps ? 'external' : false,
  metafile: true,
  logLevel: 'warning',
  // CommonJS dependencies ask for Node's own modules by `require`, which an ES module does not have.
  banner: { js: `import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);` },
});

/** The sources of one output, without the generated entry. */
const inputsOf = (output: Metafile['outputs'][string]): string[] =>
  Object.keys(output.inputs).filter((input) => !input.startsWith(`${namespace}:`));

const packagesOf = (output: Metafile['outputs'][string]): string[] =>
  output.imports.filter(({ path, external }) => external && path in unbundled).map(({ path }) => path);

/** Puts beside one bundle what it needs at run time, and describes it. */
const finish = (unit: Unit, temporary: string, out: string, metafile: Metafile): Bundle => {
  const outputOf = (path: string) => metafile.outputs[join(temporary, path).slice(root.length + 1)]!;
  const folder = join(temporary, unit.id);
  const own = outputOf(`${unit.id}/index.mjs`);
  const inputs = new Set(inputsOf(own));
  const imported = new Set(packagesOf(own));
  for (const { neededBy, output, files } of companions) {
    if (!inputs.has(neededBy)) continue;
    const thread = outputOf(`.threads/${output}`);
    copyFileSync(join(temporary, '.threads', output), join(folder, output));
    for (const [name, file] of Object.entries(files)) copyFileSync(packageFile(file), join(folder, name));
    for (const input of inputsOf(thread)) inputs.add(input);
    for (const name of packagesOf(thread)) imported.add(name);
  }
  const packages = [...new Set([...imported].flatMap((name) => closureOf(root, name)))].sort();
  copyPackages(root, packages, folder);
  return { id: unit.id, folder: join(out, unit.id), bytes: own.bytes, inputs: [...inputs].sort(), packages };
};

/**
 * Bundles all units in one pass of esbuild. A second call with the same sources answers from the first's folder.
 * @throws Error of esbuild, or one that names a package missing on this machine.
 */
export const bundleAll = async (units: readonly Unit[], settings: BuildSettings = {}): Promise<readonly Bundle[]> => {
  const { out = join(root, 'dist/lambda'), sourceMaps = false } = settings;
  const digest = digestOf(root, units, { out, sourceMaps });
  const manifest = join(out, manifestName);
  if (existsSync(manifest)) {
    const kept = JSON.parse(readFileSync(manifest, 'utf8')) as { digest: string; bundles: Bundle[] };
    if (kept.digest === digest) return kept.bundles;
  }
  // A build beside this one must never meet a half-written folder.
  const temporary = `${out}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  try {
    const { metafile } = await build(options(units, temporary, sourceMaps));
    const bundles = units.map((unit) => finish(unit, temporary, out, metafile!));
    rmSync(join(temporary, '.threads'), { recursive: true, force: true });
    writeFileSync(join(temporary, manifestName), JSON.stringify({ digest, bundles }));
    rmSync(out, { recursive: true, force: true });
    renameSync(temporary, out);
    return bundles;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};
