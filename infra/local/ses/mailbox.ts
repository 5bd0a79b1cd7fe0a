import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LocalError } from '../local-error.ts';
import { transaction } from '../sqlite-transaction.ts';
import type { Outbox } from '../sqs/notifier.ts';

/** A mail that SES accepted. */
export interface AcceptedMail {
  messageId: string;
  /** Epoch milliseconds. */
  acceptedAt: number;
  from: string;
  recipients: readonly string[];
  subject: string;
  raw: Uint8Array;
}

/** A mail in the mailbox; later mails have a higher `id`. */
export type KeptMail = Omit<AcceptedMail, 'raw'> & { id: number };

/** Limits of the mailbox: the newest mails up to this number and total size are kept. */
export interface MailboxBounds {
  mails: number;
  bytes: number;
}

const KEPT: MailboxBounds = { mails: 500, bytes: 256 * 1024 * 1024 };

/**
 * The mails sent on this machine, in `DATA_DIR/mail/mails.db`. Each is stored atomically before SES responds; the
 * oldest ones are dropped. Events of a mail are written with it and wait until they have been sent to the queue.
 */
export class Mailbox implements Outbox {
  /** Called when there are events to send. */
  onEvents: () => void = () => undefined;
  readonly #database: DatabaseSync;
  readonly #bounds: MailboxBounds;

  /** @throws LocalError if the file cannot be read */
  constructor(dataDirectory: string, bounds: MailboxBounds = KEPT) {
    this.#database = openDatabase(join(dataDirectory, 'mail'));
    this.#bounds = bounds;
  }

  /**
   * Stores a mail with its events.
   * @param events the SES events of the mail, each as JSON
   */
  add({ messageId, acceptedAt, from, recipients, subject, raw }: AcceptedMail, events: readonly string[]): void {
    const { mails, bytes } = this.#bounds;
    const outbox = this.#database.prepare('INSERT INTO outbox (event) VALUES (?)');
    transaction(this.#database, () => {
      this.#database
        .prepare(
          'INSERT INTO mails (message_id, accepted_at, sender, recipients, subject, raw) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(messageId, acceptedAt, from, JSON.stringify(recipients), subject, raw);
      this.#database
        .prepare(
          `DELETE FROM mails WHERE id IN (
             SELECT id FROM (SELECT id, ROW_NUMBER() OVER newest AS place, SUM(length(raw)) OVER newest AS total
               FROM mails WINDOW newest AS (ORDER BY id DESC))
             WHERE place > 1 AND (place > ? OR total > ?))`,
        )
        .run(mails, bytes);
      for (const event of events) outbox.run(event);
    });
    this.onEvents();
  }

  pendingEvents(): { id: number; event: string }[] {
    const rows = this.#database.prepare('SELECT id, event FROM outbox ORDER BY id').all();
    return rows.map((row) => ({ id: Number(row.id), event: String(row.event) }));
  }

  eventSent(id: number): void {
    this.#database.prepare('DELETE FROM outbox WHERE id = ?').run(id);
  }

  /** Returns the newest mails; only those before `before` and to the address `to`, if given. */
  list(limit: number, { before = Number.MAX_SAFE_INTEGER, to }: { before?: number; to?: string } = {}): KeptMail[] {
    const isTo = 'EXISTS (SELECT 1 FROM json_each(recipients) WHERE value = ?)';
    return this.#database
      .prepare(`SELECT ${FIELDS} FROM mails WHERE id < ? AND (? IS NULL OR ${isTo}) ORDER BY id DESC LIMIT ?`)
      .all(before, to ?? null, to ?? null, limit)
      .map(toMail);
  }

  find(id: number): (KeptMail & { raw: Uint8Array }) | undefined {
    const row = this.#database.prepare(`SELECT ${FIELDS}, raw FROM mails WHERE id = ?`).get(id);
    return row && { ...toMail(row), raw: row.raw as Uint8Array };
  }

  close(): void {
    this.#database.close();
  }
}

const FIELDS = 'id, message_id, accepted_at, sender, recipients, subject';

const toMail = (row: Record<string, unknown>): KeptMail => ({
  id: Number(row.id),
  messageId: String(row.message_id),
  acceptedAt: Number(row.accepted_at),
  from: String(row.sender),
  recipients: JSON.parse(String(row.recipients)) as string[],
  subject: String(row.subject),
});

function openDatabase(directory: string): DatabaseSync {
  const file = join(directory, 'mails.db');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS mails (
        id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL, accepted_at INTEGER NOT NULL,
        sender TEXT NOT NULL, recipients TEXT NOT NULL, subject TEXT NOT NULL, raw BLOB NOT NULL
      );
      CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL);`);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(`${file} cannot be read (${reason}): delete ${directory} to start without mails.`);
  }
}
