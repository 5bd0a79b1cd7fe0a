import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode, LocalError } from './local-error.ts';
import { makeDirectory } from './make-directory.ts';

/** The folder with all state of one instance, held by one process at a time. */
export interface DataDirectory {
  path: string;
  release(): void;
}

/**
 * Creates the folder and takes its lock. The lock is SQLite's: the operating system gives it up when the process
 * dies in whatever way, so that neither a stale file nor a reused process id can keep the next start away.
 */
export function openDataDirectory(directory: string): DataDirectory {
  const path = resolve(directory);
  requireOwn(path);
  createDirectory(path);
  const lock = openLock(path);
  return { path, release: () => lock.close() };
}

/** Either makes a folder one of the service's: the lock, or what `npm run token` writes there before the first start. */
const OWN = ['lock.db', 'identity/signing-keys.json'];
/** What file systems put into a folder by themselves. */
const NOBODYS = ['lost+found'];

/** @throws LocalError for a folder that holds other things: nothing of the service is strewn among them */
export function requireOwn(directory: string): void {
  const isEmpty = namesIn(directory).every((name) => NOBODYS.includes(name));
  if (isEmpty || OWN.some((name) => existsSync(join(directory, name)))) return;
  throw new LocalError(
    `DATA_DIR ${resolve(directory)} is not empty and not one of the service: choose another folder with DATA_DIR=…`,
  );
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Makes a folder of the data directory that only its owner may read. @throws LocalError where it cannot be made */
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

/** What tools need to find a running instance, kept in `DATA_DIR/instance.json` while it runs. */
export interface Instance {
  pid: number;
  baseUrl: string;
  /** Addresses of the inner parts by name; they change with every start. */
  endpoints: Record<string, string>;
}

/** The instance that runs on this data directory, undefined where none is known. A crash leaves its file behind. */
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

/** The text of a file, undefined where there is none. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that only its owner may read, whole or not at all. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, file);
}

/** As `replaceFile`, without keeping the process waiting for the disk. */
export async function replaceFileMeanwhile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, text, { mode: 0o600, flush: true });
  await rename(temporary, file);
}

/**
 * Returns the text of a file, after creating it with `make()` where it is missing. Of several processes that create
 * it at once one wins and all return what it wrote.
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

/** Parses a JSON file of the data directory; throws a LocalError that names the file where it is not JSON. */
export function parseStateFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LocalError(`${file} is damaged: delete it to have it made again, or restore it from a backup.`);
  }
}
