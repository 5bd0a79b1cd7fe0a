import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/**
 * Returns the digest of a function's folder, hexadecimal SHA-256. A file of a package is represented by its path, its
 * size and the version in the package's manifest, which `package-lock.json` ties to its content, so that native
 * libraries of hundreds of megabytes need not be read. Every other file is represented by its content.
 */
export const folderDigest = (folder: string): string => {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  for (const file of files) {
    const path = join(folder, file);
    hash.update(`${file}\0${statSync(path).size}\0`);
    const isPackaged = file.startsWith('node_modules') && basename(file) !== 'package.json';
    if (!isPackaged) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
};
