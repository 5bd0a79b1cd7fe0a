import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Encoding } from '../http/content-encoding.ts';
import type { AssetName } from './assets.ts';

/** Suffixes of the encoded files beside a bundle. */
export const SUFFIXES: Readonly<Record<Encoding, string>> = { identity: '', gzip: '.gz', br: '.br' };

/** A served asset: its bytes in one encoding, and its ETag. */
export interface ServedAsset {
  bytes: Uint8Array;
  tag: string;
}

const known = new Map<string, Promise<ServedAsset>>();

const bytesOf = async (name: AssetName, encoding: Encoding): Promise<Uint8Array> => {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL(`./${name}${SUFFIXES[encoding]}`, import.meta.url));
  const { makeForms } = await import('./asset-source.ts');
  return (await makeForms(name))[encoding];
};

/** Returns the asset in that encoding; a process reads each once. */
export const readAsset = (name: AssetName, encoding: Encoding): Promise<ServedAsset> => {
  const key = `${name} ${encoding}`;
  const asset =
    known.get(key) ??
    bytesOf(name, encoding).then((bytes) => {
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      return { bytes, tag: `"${digest}"` };
    });
  known.set(key, asset);
  asset.catch(() => known.delete(key));
  return asset;
};
