import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LocalError } from '../local-error.ts';

/**
 * Opens the index of the object store. A body file is visible only through a row of `objects` or `parts`, so a crash
 * leaves at most unreferenced files: their paths are in `garbage` until a row refers to them, and again once none does.
 * Events are written to `outbox` with the object and wait there until they have been sent to the queue.
 */
export function openIndex(directory: string): DatabaseSync {
  const file = join(directory, 'index.db');
  try {
    // An interrupted first start leaves an empty index and no files.
    const isEmpty = statSync(file, { throwIfNoEntry: false })?.size === 0;
    if (isEmpty && existsSync(join(directory, 'files'))) throw new Error('it is empty, but files exist');
    const database = new DatabaseSync(file);
    database.exec(schema);
    for (const table of ['objects', 'uploads']) addTags(database, table);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(
      `${file} cannot be read (${reason}): restore it from a backup, or start with another DATA_DIR.`,
    );
  }
}

const schema = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS objects (
  bucket TEXT NOT NULL, key TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, modified INTEGER NOT NULL,
  headers TEXT NOT NULL, metadata TEXT NOT NULL, checksum TEXT, segments TEXT NOT NULL,
  PRIMARY KEY (bucket, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uploads (
  id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, initiated INTEGER NOT NULL,
  headers TEXT NOT NULL, metadata TEXT NOT NULL, algorithm TEXT
);
CREATE TABLE IF NOT EXISTS parts (
  upload_id TEXT NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
  modified INTEGER NOT NULL, checksum TEXT, path TEXT NOT NULL,
  PRIMARY KEY (upload_id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS garbage (path TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL);
`;

/** Adds the column to tables created by an earlier version. */
function addTags(database: DatabaseSync, table: string): void {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all();
  if (columns.some(({ name }) => name === 'tags')) return;
  database.exec(`ALTER TABLE ${table} ADD COLUMN tags TEXT NOT NULL DEFAULT '{}'`);
}
