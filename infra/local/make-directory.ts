import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './local-error.ts';

/** Creates a folder, unless another process has. */
function makeOne(path: string, mode: number | undefined): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/**
 * Creates a folder and its parents. Does not use `recursive: true`, which never returns if a parent exists but nothing
 * can be created in it, as in /proc.
 *
 * @param mode permissions of the created folders
 */
export function makeDirectory(path: string, mode?: number): void {
  try {
    makeOne(path, mode);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeDirectory(dirname(path), mode);
    makeOne(path, mode);
  }
}
