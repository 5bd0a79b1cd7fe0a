import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { EXPIRES } from '../../../shared/table/definition.ts';
import { LocalError } from '../local-error.ts';

const DIRECTORY = 'dynamodb';
const FILE = 'table.db';

/** Larger files are not checked completely at each start. */
const CHECKED_BYTES = 256 * 2 ** 20;

/** Returns the path of the embedded table's SQLite file, whether or not it exists. */
export const databaseFile = (dataDirectory: string): string => join(dataDirectory, DIRECTORY, FILE);

/**
 * Creates the database in a new data directory, or checks the one of an existing directory. The file never exists
 * without its header, so a missing or empty file in an existing folder means that records were lost.
 *
 * @returns the path of the database
 * @throws LocalError if the records are missing or damaged
 */
export function prepareDatabase(dataDirectory: string): string {
  const file = databaseFile(dataDirectory);
  if (!existsSync(join(dataDirectory, DIRECTORY))) createDatabase(dataDirectory);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw damaged(file, 'is missing');
  if (size === 0) throw damaged(file, 'is empty');
  const finding = inspect(file, size);
  if (finding !== undefined) throw damaged(file, `is damaged (${finding})`);
  return file;
}

const damaged = (file: string, state: string): LocalError =>
  new LocalError(
    `The database ${file} ${state}, so the records of this DATA_DIR cannot be read: restore the file from a backup, or start with another DATA_DIR. Nothing was changed.`,
  );

/** The folder is renamed into place with its database, so that a crash at any moment leaves either neither or both. */
function createDatabase(dataDirectory: string): void {
  const temporary = mkdtempSync(join(dataDirectory, `${DIRECTORY}-`));
  const database = new DatabaseSync(join(temporary, FILE));
  database.exec('PRAGMA journal_mode = WAL;');
  database.close();
  try {
    renameSync(temporary, join(dataDirectory, DIRECTORY));
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the error found in the file, or undefined. */
function inspect(file: string, size: number): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    const isSmall = size <= CHECKED_BYTES;
    const [row] = database.prepare(isSmall ? 'PRAGMA quick_check(1)' : 'SELECT count(*) FROM sqlite_schema').all();
    const finding = isSmall ? String(row?.quick_check) : 'ok';
    return finding === 'ok' ? undefined : finding;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database?.close();
  }
}

/** Maintenance of the running table's database. */
export interface TableDatabase {
  /**
   * Removes a limited number of a stream's records before a sequence number, as DynamoDB does with old ones. Removes
   * none while the table is writing.
   */
  trimStream(tableName: string, before: string): void;
  /** Returns the sequence number of the newest record of a table's stream, without a request to the table; 0 if there is none. */
  newestInStream(tableName: string): number;
  /**
   * Moves the claims of requests out of the table of records, where earlier versions stored them, and drops the
   * counters stored with them. Safe to run again after a crash; does nothing once it has been completed.
   *
   * @param put stores one item in the format of the DynamoDB API
   */
  moveRequests(tableName: string, put: (item: Record<string, AttributeValue>) => Promise<void>): Promise<void>;
  close(): void;
}

/** Maximum records removed per call, so that no request waits long for the database. */
const TRIMMED_AT_ONCE = 1_000;
/** SQLITE_BUSY */
const BUSY = 5;
/** The database's `user_version` once requests are stored in a table of their own. */
const REQUESTS_MOVED = 1;
/** The database prefixes each key with its type. */
const OF_REQUESTS = /^S:ORG#[^#]*#(LIMITS|IDEMPOTENCY)#/;

/** Decodes binary values, which JSON holds as base64. */
const withBytes = (name: string, value: unknown): unknown =>
  name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens the database of the running table. The table numbers a stream record by the largest number so far, read as an
 * integer: without an index on exactly that expression, each write would scan all records.
 */
export function openDatabase(file: string): TableDatabase {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  // The table checkpoints its log by itself; doing it here would block requests on the disk.
  database.exec(`
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0;
    CREATE INDEX IF NOT EXISTS stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  `);
  const trim = database.prepare(`
    DELETE FROM _stream_records WHERE id IN (
      SELECT id FROM _stream_records
      WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) < CAST(?2 AS INTEGER)
      ORDER BY CAST(sequence_number AS INTEGER) LIMIT ${TRIMMED_AT_ONCE}
    )
  `);
  const newest = database.prepare(
    'SELECT MAX(CAST(sequence_number AS INTEGER)) AS newest FROM _stream_records WHERE table_name = ?1',
  );
  // From here on, statements fail at once instead of waiting for the table's writes.
  database.exec('PRAGMA busy_timeout = 0');
  return {
    trimStream(tableName, before) {
      try {
        trim.run(tableName, before);
      } catch (error) {
        if ((error as { errcode?: number }).errcode !== BUSY) throw error;
      }
    },
    newestInStream: (tableName) => Number(newest.get(tableName)?.newest ?? 0),
    async moveRequests(tableName, put) {
      if (database.prepare('PRAGMA user_version').get()?.user_version === REQUESTS_MOVED) return;
      database.exec('PRAGMA busy_timeout = 5000');
      const table = quoted(tableName);
      const keys = database
        .prepare(`SELECT pk, sk FROM ${table} WHERE pk GLOB 'S:ORG#*#LIMITS#*' OR pk GLOB 'S:ORG#*#IDEMPOTENCY#*'`)
        .all()
        .map(({ pk, sk }) => [String(pk), String(sk)] as const);
      const read = database.prepare(`SELECT item_json FROM ${table} WHERE pk = ? AND sk = ?`);
      const remove = database.prepare(`DELETE FROM ${table} WHERE pk = ? AND sk = ?`);
      for (const [pk, sk] of keys) {
        const kind = OF_REQUESTS.exec(pk)?.[1];
        if (kind === undefined) continue;
        const item = JSON.parse(String(read.get(pk, sk)?.item_json), withBytes) as Record<string, AttributeValue>;
        const isExpired = Number(item[EXPIRES]?.N) * 1000 < Date.now();
        if (kind === 'IDEMPOTENCY' && !isExpired) await put(item);
        remove.run(pk, sk);
      }
      database.exec(`PRAGMA user_version = ${REQUESTS_MOVED}; PRAGMA busy_timeout = 0;`);
    },
    close: () => database.close(),
  };
}
