import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type * as Esbuild from 'esbuild';
import { type AssetName, assetOf } from './assets.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A compromise: the highest levels take ten times as long for a few per cent. */
const BROTLI_QUALITY = 9;

/** An asset in every encoding in which it is served. */
export interface AssetForms {
  identity: Uint8Array;
  gzip: Uint8Array;
  br: Uint8Array;
}

const pathOf = (source: string): string =>
  source.startsWith('.')
    ? fileURLToPath(new URL(source, import.meta.url))
    : createRequire(import.meta.url).resolve(source);

/** Bundles a script for browsers. Loaded by name, because functions contain finished assets and no bundler. */
const bundle = async (entry: string): Promise<Uint8Array> => {
  const esbuild: typeof Esbuild = createRequire(import.meta.url)('esbuild');
  const { outputFiles } = await esbuild.build({
    ...{ entryPoints: [entry], bundle: true, format: 'esm', platform: 'browser', target: 'es2022', minify: true },
    ...{ jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none', write: false },
  });
  return (outputFiles[0] as Esbuild.OutputFile).contents;
};

/** Returns an asset in all encodings, made from its source. @throws Error if the source lacks a text to be replaced */
export const makeForms = async (name: AssetName): Promise<AssetForms> => {
  const { source, bundled, replace = {} } = assetOf(name);
  let identity: Uint8Array = bundled ? await bundle(pathOf(source)) : await readFile(pathOf(source));
  for (const [before, after] of Object.entries(replace)) {
    const text = Buffer.from(identity).toString('utf8');
    if (!text.includes(before)) throw new Error(`${source} does not contain ${before}`);
    identity = Buffer.from(text.replaceAll(before, after));
  }
  const parameters = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
  return { identity, gzip: await deflate(identity), br: await brotli(identity, parameters) };
};
