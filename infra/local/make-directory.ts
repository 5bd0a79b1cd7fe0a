import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './local-error.ts';

/**
 * Makes a folder and those above it. Not `recursive: true`, which never ends where a parent is there and still nothing
 * can be made in it, as in /proc.
 *
 * @param mode of folders that are made
 */
export function makeDirectory(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeDirectory(dirname(path), mode);
    mkdirSync(path, { mode });
  }
}
