import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { digestOf as digestOfSources } from '../../infra/build/cache.ts';
import { folderDigest } from '../../infra/build/folder-digest.ts';
import { temporaryDirectory } from '../local/support.ts';

const files = {
  'index.mjs': 'export const a = 1;',
  'node_modules/sharp/package.json': '{"version":"1.0.0"}',
  'node_modules/sharp/lib.node': 'native',
};
const folderOf = (content: Record<string, string | null>): string => {
  const folder = temporaryDirectory(afterAll);
  for (const [path, text] of Object.entries(content)) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};
const digestOf = (changed: Record<string, string | null> = {}): string =>
  folderDigest(folderOf({ ...files, ...changed }));

test('folders with the same content have the same digest, wherever they are', () => {
  expect(digestOf()).toBe(digestOf());
});

test.each([
  ['a source of the same length', { 'index.mjs': 'export const a = 2;' }],
  ['the version of a package', { 'node_modules/sharp/package.json': '{"version":"1.0.1"}' }],
  ['the size of a packaged file', { 'node_modules/sharp/lib.node': 'native code' }],
  ['the name of a packaged file', { 'node_modules/sharp/lib.node': null, 'node_modules/sharp/other.node': 'native' }],
])('%s changes the digest', (_what, changed) => {
  expect(digestOf(changed)).not.toBe(digestOf());
});

test('the output of a package inside the sources does not change the digest of the sources', () => {
  const sources = { 'client/client.ts': 'export const a = 1;' };
  const digest = (content: Record<string, string>) => digestOfSources(folderOf(content), [], '');
  expect(digest({ ...sources, 'client/dist/client.js': 'export const a = 1;' })).toBe(digest(sources));
  expect(digest({ 'client/client.ts': 'export const a = 2;' })).not.toBe(digest(sources));
});
