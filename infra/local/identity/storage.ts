import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider';
import { LocalError } from '../local-error.ts';

/** The identity provider's sessions, grants, codes and refresh tokens, stored in `DATA_DIR/identity/state.db`. */
export interface Storage {
  Adapter: AdapterConstructor;
  close(): void;
}

export function openStorage(dataDirectory: string): Storage {
  const file = join(dataDirectory, 'identity', 'state.db');
  const database = openDatabase(file);
  database.prepare('DELETE FROM records WHERE expires < ?').run(now());
  const statements = {
    upsert: database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)'),
    find: database.prepare('SELECT payload FROM records WHERE model = ? AND id = ? AND expires > ?'),
    findByUid: database.prepare('SELECT payload FROM records WHERE model = ? AND uid = ? AND expires > ?'),
    consume: database.prepare(
      `UPDATE records SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?`,
    ),
    destroy: database.prepare('DELETE FROM records WHERE model = ? AND id = ?'),
    revoke: database.prepare('DELETE FROM records WHERE grant_id = ?'),
  };
  const payloadOf = (row: Record<string, unknown> | undefined) =>
    row && (JSON.parse(String(row.payload)) as AdapterPayload);

  class SqliteAdapter implements Adapter {
    readonly #model: string;
    constructor(model: string) {
      this.#model = model;
    }
    async upsert(id: string, payload: AdapterPayload, expiresIn: number) {
      const expires = expiresIn ? now() + expiresIn : Number.MAX_SAFE_INTEGER;
      const { grantId = null, uid = null } = payload;
      statements.upsert.run(this.#model, id, JSON.stringify(payload), expires, grantId, uid);
    }
    async find(id: string) {
      return payloadOf(statements.find.get(this.#model, id, now()));
    }
    async findByUid(uid: string) {
      return payloadOf(statements.findByUid.get(this.#model, uid, now()));
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      statements.consume.run(now(), this.#model, id);
    }
    async destroy(id: string) {
      statements.destroy.run(this.#model, id);
    }
    async revokeByGrantId(grantId: string) {
      statements.revoke.run(grantId);
    }
  }
  return { Adapter: SqliteAdapter, close: () => database.close() };
}

function openDatabase(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS records (
        model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, expires INTEGER NOT NULL,
        grant_id TEXT, uid TEXT, PRIMARY KEY (model, id)
      );
      CREATE INDEX IF NOT EXISTS by_grant ON records (grant_id);
      CREATE INDEX IF NOT EXISTS by_uid ON records (uid);`);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(`${file} cannot be read (${reason}): delete it; all users then have to sign in again.`);
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
