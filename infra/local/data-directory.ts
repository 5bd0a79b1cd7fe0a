import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode, LocalError } from './local-error.ts';
import { makeDirectory } from './make-directory.ts';

/** The folder with all state of one instance, locked by one process at a time. */
export interface DataDirectory {
  path: string;
  release(): void;
}

/**
 * Creates the folder and takes its lock. The lock is SQLite's: the operating system releases it however the process
 * ends, so that neither a stale file nor a reused process id can prevent the next start.
 */
export function openDataDirectory(directory: string): DataDirectory {
  const path = resolve(directory);
  requireOwn(path);
  createDirectory(path);
  const lock = openLock(path);
  return { path, release: () => lock.close() };
}

/** The keys, which `npm run token` writes before the first start. */
export const KEYS = { folder: 'identity', file: 'signing-keys.json' };
/** Either of these files marks a folder as the service's. */
const OWN = ['lock.db', join(KEYS.folder, KEYS.file)];
/** Files that file systems create by themselves. */
const NOBODYS = ['lost+found'];

/**
 * Asserts that a folder is empty or belongs to the service, so that its files are never mixed with others.
 * @throws LocalError if the folder contains other files
 */
export function requireOwn(directory: string): void {
  const names = namesIn(directory).filter((name) => !NOBODYS.includes(name));
  if (names.every((name) => name === KEYS.folder) && hasOnlyKeys(directory)) return;
  if (OWN.some((name) => existsSync(join(directory, name)))) return;
  throw new LocalError(
    `DATA_DIR ${resolve(directory)} is not empty and does not belong to the service: choose another folder with DATA_DIR=…`,
  );
}

/** Whether the folder of keys contains nothing but their file and unfinished copies of it. */
function hasOnlyKeys(directory: string): boolean {
  return namesIn(join(directory, KEYS.folder)).every((name) => name.startsWith(KEYS.file));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/**
 * Creates a folder of the data directory that only its owner may read.
 * @throws LocalError if it cannot be created
 */
export function createDirectory(path: string): void {
  try {
    makeDirectory(path, 0o700);
  } catch (error) {
    throw new LocalError(
      `The folder ${path} cannot be created (${errorCode(error)}): choose another one with DATA_DIR=…`,
    );
  }
}

function openLock(path: string): DatabaseSync {
  const file = join(path, 'lock.db');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;');
    return database;
  } catch (error) {
    database?.close();
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes('locked')) throw new LocalError(inUse(path));
    if (/unable to open|readonly/.test(message)) {
      throw new LocalError(
        `DATA_DIR ${path} cannot be written: give yourself the right to write there, or choose another folder with DATA_DIR=…`,
      );
    }
    throw new LocalError(
      `DATA_DIR ${path} cannot be used (lock.db: ${message}): delete lock.db, which holds no data, or choose another folder with DATA_DIR=…`,
    );
  }
}

function inUse(path: string): string {
  const running = readInstance(path);
  const who = running ? ` (process ${running.pid}, ${running.baseUrl})` : '';
  return `DATA_DIR ${path} is in use by a running instance${who}: stop it, or choose another folder with DATA_DIR=…`;
}

/** What tools need to find a running instance, stored in `DATA_DIR/instance.json` while it runs. */
export interface Instance {
  pid: number;
  baseUrl: string;
  /** URLs of the embedded services by name; they change with every start. */
  endpoints: Record<string, string>;
}

/** Returns the instance that runs on this data directory, or undefined. The file of a crashed instance is ignored. */
export function readInstance(directory: string): Instance | undefined {
  const text = readIfThere(join(directory, 'instance.json'));
  if (text === undefined) return undefined;
  try {
    const instance = JSON.parse(text) as Instance;
    process.kill(instance.pid, 0);
    return instance;
  } catch {
    return undefined;
  }
}

export function writeInstance(directory: string, instance: Instance): void {
  replaceFile(join(directory, 'instance.json'), `${JSON.stringify(instance, null, 2)}\n`);
}

export function removeInstance(directory: string): void {
  rmSync(join(directory, 'instance.json'), { force: true });
}

/** Returns the text of a file, or undefined if it does not exist. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file atomically, readable only by its owner. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, file);
}

/** Like `replaceFile`, without blocking the process on the disk. */
export async function replaceFileMeanwhile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  await rename(temporary, file);
}

/**
 * Returns the text of a file, creating it with `make()` if it is missing. If several processes create it at once, one
 * wins and all return what it wrote.
 */
export function readOrCreateFile(file: string, make: () => string): string {
  const there = readIfThere(file);
  if (there !== undefined) return there;
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, make(), { mode: 0o600, flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/**
 * Parses a JSON file of the data directory.
 * @throws LocalError naming the file if it is not JSON
 */
export function parseStateFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LocalError(`${file} is damaged: delete it to have it made again, or restore it from a backup.`);
  }
}
