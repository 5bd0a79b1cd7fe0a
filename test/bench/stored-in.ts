import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Returns what `read` returns, and stores it as a file of this name for later calls; delete the folder to read again. */
export const storedIn = async <T>(folder: string, name: string, read: () => Promise<T>): Promise<T> => {
  const path = join(folder, `${name}.v8`);
  if (existsSync(path)) return deserialize(await readFile(path)) as T;
  const value = await read();
  await mkdir(folder, { recursive: true });
  // An interrupted run, or another one beside it, leaves no half-written file.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, serialize(value));
  await rename(unfinished, path);
  return value;
};
