import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireOwn } from '../../infra/local/data-directory.ts';
import { signingKeys } from '../../infra/local/identity/signing-keys.ts';
import { LocalError } from '../../infra/local/local-error.ts';
import { temporaryDirectory } from './support.ts';

/** Returns a folder with these files. A name that ends with a slash is that of a folder. */
const folderOf = (...names: string[]): string => {
  const directory = temporaryDirectory();
  for (const name of names) {
    const path = join(directory, name);
    mkdirSync(name.endsWith('/') ? path : join(path, '..'), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, '');
  }
  return directory;
};

test.each([
  ['is empty'],
  ['is the root of a file system', 'lost+found/'],
  ['has the lock of a service', 'lock.db', 'objects/'],
  ['has keys', 'identity/signing-keys.json', 'mails/'],
  ['has a folder for keys that another process is about to write', 'identity/'],
  ['has keys that another process is writing', 'lost+found/', 'identity/signing-keys.json.0a1b2c'],
])('a folder that %s may be used', (_, ...names) => {
  const directory = folderOf(...names);
  expect(() => requireOwn(directory)).not.toThrow();
});

test.each([
  ['has files of others', 'letter.txt'],
  ['has files of others beside a folder for keys', 'identity/', 'letter.txt'],
  ['has a folder of the same name with files of others', 'identity/passport.pdf'],
])('a folder that %s is rejected', (_, ...names) => {
  const directory = folderOf(...names);
  expect(() => requireOwn(directory)).toThrow(LocalError);
  expect(() => requireOwn(directory)).toThrow('is not empty and does not belong to the service');
});

test('a folder that does not exist may be used, and is created with its parents for the keys', () => {
  const directory = join(temporaryDirectory(), 'a', 'b');
  expect(() => requireOwn(directory)).not.toThrow();
  expect(signingKeys(directory)).toHaveLength(1);
});
