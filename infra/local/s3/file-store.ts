import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../sqlite-transaction.ts';
import { bodyPath, clearIncoming, discard, moveIntoPlace, type ReceivedBody } from './bodies.ts';
import { openIndex } from './index-database.ts';
import { S3Error } from './s3-error.ts';
import {
  type Creation,
  type Row,
  type StoredObject,
  type StoredPart,
  toObject,
  toPart,
  toUpload,
  type Upload,
} from './stored.ts';

/** Objects and multipart uploads: the index and the body files. Every change is atomic. */
export class Store {
  readonly directory: string;
  readonly database: DatabaseSync;
  /** Returns the event to send for a created object, if any. */
  readonly #eventOf: (object: StoredObject, creation: Creation) => string | undefined;

  constructor(directory: string, eventOf: (object: StoredObject, creation: Creation) => string | undefined) {
    this.directory = directory;
    this.database = openIndex(directory);
    this.#eventOf = eventOf;
  }

  /** Removes files left behind by a crash. */
  async clean(): Promise<void> {
    await clearIncoming(this.directory);
    await this.#sweep(this.#rows('SELECT path FROM garbage').map((row) => String(row.path)));
  }

  close(): void {
    this.database.close();
  }

  find(bucket: string, key: string): StoredObject | undefined {
    const row = this.#row('SELECT * FROM objects WHERE bucket = ? AND key = ?', bucket, key);
    return row && toObject(row);
  }

  /**
   * Returns an object.
   * @throws S3Error NoSuchKey
   */
  existing(bucket: string, key: string): StoredObject {
    const object = this.find(bucket, key);
    if (object) return object;
    throw new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: key });
  }

  /** Returns the objects of all buckets with the prefix that were created before a time in epoch milliseconds. */
  objectsBefore(time: number, prefix: string): StoredObject[] {
    const rows = this.#rows(
      'SELECT * FROM objects WHERE modified < ? AND key >= ? AND key < ?',
      time,
      prefix,
      `${prefix}\u{10FFFF}`,
    );
    return rows.map(toObject);
  }

  /**
   * Removes an object's tags.
   * @throws S3Error NoSuchKey
   */
  removeTags(bucket: string, key: string): void {
    transaction(this.database, () => {
      this.existing(bucket, key);
      this.#run("UPDATE objects SET tags = '{}' WHERE bucket = ? AND key = ?", bucket, key);
    });
  }

  /** Returns the first `limit` objects with the prefix whose keys follow `after`, in the order of their UTF-8 bytes. */
  list(bucket: string, prefix: string, after: string, limit: number): StoredObject[] {
    const rows = this.#rows(
      'SELECT * FROM objects WHERE bucket = ? AND key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ?',
      bucket,
      prefix,
      `${prefix}\u{10FFFF}`,
      after,
      limit,
    );
    return rows.map(toObject);
  }

  /**
   * Stores a received body as an object. `allow` receives the existing object and throws to reject, in the same
   * transaction.
   */
  async put(
    object: Omit<StoredObject, 'segments'>,
    body: ReceivedBody,
    creation: Creation,
    allow: (existing: StoredObject | undefined) => void = () => undefined,
  ): Promise<StoredObject> {
    const path = await this.#place(join('files', object.bucket), object.key, body);
    const stored = { ...object, segments: [{ path, size: body.size }] };
    try {
      const replaced = transaction(this.database, () => {
        allow(this.find(object.bucket, object.key));
        return this.#insert(stored, creation);
      });
      await this.#sweep(replaced);
    } catch (error) {
      await this.#sweep([path]);
      throw error;
    }
    return stored;
  }

  /** Removes an object if it exists and is `wanted`, in one transaction. */
  async remove(bucket: string, key: string, wanted: (object: StoredObject) => boolean = () => true): Promise<void> {
    const paths = transaction(this.database, () => {
      const object = this.find(bucket, key);
      if (!object || !wanted(object)) return [];
      const paths = object.segments.map((segment) => segment.path);
      this.#run('DELETE FROM objects WHERE bucket = ? AND key = ?', bucket, key);
      this.#discardPaths(paths);
      return paths;
    });
    await this.#sweep(paths);
  }

  createUpload(upload: Upload): void {
    const { id, bucket, key, initiated, algorithm = null } = upload;
    const [headers, metadata, tags] = [upload.headers, upload.metadata, upload.tags].map((each) =>
      JSON.stringify(each),
    );
    this.#run(
      'INSERT INTO uploads (id, bucket, key, initiated, headers, metadata, algorithm, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, bucket, key, initiated, headers!, metadata!, algorithm, tags!],
    );
  }

  /**
   * Returns an unfinished upload.
   * @throws S3Error NoSuchUpload if it has ended or belongs to another object
   */
  upload(bucket: string, key: string, id: string): Upload {
    const row = this.#row('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?', id, bucket, key);
    if (row) return toUpload(row);
    const message = 'The specified upload does not exist. The upload ID may be invalid, or it may have ended.';
    throw new S3Error('NoSuchUpload', message, { UploadId: id });
  }

  uploads(bucket: string, prefix: string): Upload[] {
    const rows = this.#rows('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, initiated', bucket);
    return rows.map(toUpload).filter((upload) => upload.key.startsWith(prefix));
  }

  uploadsBefore(time: number): Upload[] {
    return this.#rows('SELECT * FROM uploads WHERE initiated < ?', time).map(toUpload);
  }

  parts(uploadId: string): StoredPart[] {
    return this.#rows('SELECT * FROM parts WHERE upload_id = ? ORDER BY number', uploadId).map(toPart);
  }

  /** Adds a part, replacing an earlier one with the same number. */
  async putPart(upload: Upload, part: Omit<StoredPart, 'path'>, body: ReceivedBody): Promise<void> {
    const path = await this.#place(join('parts', upload.id), String(part.number), body);
    try {
      const replaced = transaction(this.database, () => {
        this.upload(upload.bucket, upload.key, upload.id);
        const earlier = this.parts(upload.id).filter((candidate) => candidate.number === part.number);
        const paths = earlier.map((candidate) => candidate.path);
        const checksum = part.checksum ? JSON.stringify(part.checksum) : null;
        const values = [upload.id, part.number, part.size, part.etag, part.modified, checksum, path];
        this.#run('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)', ...values);
        this.#discardPaths(paths);
        this.#run('DELETE FROM garbage WHERE path = ?', path);
        return paths;
      });
      await this.#sweep(replaced);
    } catch (error) {
      await this.#sweep([path]);
      throw error;
    }
  }

  /** Makes the parts an object without copying them; parts of the upload that are not listed are dropped. */
  async complete(
    upload: Upload,
    parts: StoredPart[],
    facts: Pick<StoredObject, 'etag' | 'modified' | 'checksum'>,
    allow: (existing: StoredObject | undefined) => void,
  ): Promise<StoredObject> {
    const { bucket, key, headers, metadata, tags } = upload;
    const segments = parts.map(({ path, size }) => ({ path, size }));
    const size = segments.reduce((sum, segment) => sum + segment.size, 0);
    const stored = { bucket, key, headers, metadata, tags, size, segments, ...facts };
    const dropped = transaction(this.database, () => {
      this.upload(bucket, key, upload.id);
      allow(this.find(bucket, key));
      const unused = this.#endUpload(upload.id).filter((path) => !segments.some((segment) => segment.path === path));
      this.#discardPaths(unused);
      return [...unused, ...this.#insert(stored, 'CompleteMultipartUpload')];
    });
    await this.#sweep(dropped);
    return stored;
  }

  async abort(upload: Upload): Promise<void> {
    const paths = transaction(this.database, () => {
      const paths = this.#endUpload(upload.id);
      this.#discardPaths(paths);
      return paths;
    });
    await this.#sweep(paths);
    await rm(join(this.directory, 'parts', upload.id), { recursive: true, force: true });
  }

  /** Returns events not yet sent to the queue, oldest first. */
  pendingEvents(): { id: number; event: string }[] {
    return this.#rows('SELECT id, event FROM outbox ORDER BY id').map((row) => ({
      id: Number(row.id),
      event: String(row.event),
    }));
  }

  eventSent(id: number): void {
    this.#run('DELETE FROM outbox WHERE id = ?', id);
  }

  /** Moves a body below `folder`, registered as garbage until a row refers to it; removes it where that fails. */
  async #place(folder: string, key: string, body: ReceivedBody): Promise<string> {
    const path = bodyPath(folder, key);
    try {
      this.#discardPaths([path]);
      await moveIntoPlace(this.directory, body, path);
    } catch (error) {
      await discard(body);
      throw error;
    }
    return path;
  }

  /** Writes the row and the event; returns the paths of the object that it replaces. */
  #insert(object: StoredObject, creation: Creation): string[] {
    const replaced = this.find(object.bucket, object.key)?.segments.map((segment) => segment.path) ?? [];
    const { bucket, key, size, etag, modified, headers, metadata, tags, checksum, segments } = object;
    this.#run(
      'INSERT OR REPLACE INTO objects (bucket, key, size, etag, modified, headers, metadata, checksum, segments, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[bucket, key, size, etag, modified, JSON.stringify(headers), JSON.stringify(metadata)],
      checksum ? JSON.stringify(checksum) : null,
      JSON.stringify(segments),
      JSON.stringify(tags),
    );
    this.#discardPaths(replaced);
    for (const segment of segments) this.#run('DELETE FROM garbage WHERE path = ?', segment.path);
    const event = this.#eventOf(object, creation);
    if (event) this.#run('INSERT INTO outbox (event) VALUES (?)', event);
    return replaced;
  }

  #endUpload(id: string): string[] {
    const paths = this.parts(id).map((part) => part.path);
    this.#run('DELETE FROM parts WHERE upload_id = ?', id);
    this.#run('DELETE FROM uploads WHERE id = ?', id);
    return paths;
  }

  #discardPaths(paths: string[]): void {
    for (const path of paths) this.#run('INSERT OR IGNORE INTO garbage VALUES (?)', path);
  }

  async #sweep(paths: string[]): Promise<void> {
    for (const path of paths) {
      await rm(join(this.directory, path), { force: true });
      this.#run('DELETE FROM garbage WHERE path = ?', path);
    }
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#statement(sql).run(...values);
  }

  #row(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  #rows(sql: string, ...values: (string | number)[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  #statement(sql: string) {
    const known = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
