import type { Segment } from './bodies.ts';
import type { Checksum, ChecksumAlgorithm } from './checksums.ts';

export type Tags = Record<string, string>;

/** The stored facts about an object apart from its bytes. */
export interface Description {
  /** `content-type`, `cache-control` and similar headers. */
  headers: Record<string, string>;
  metadata: Record<string, string>;
  tags: Tags;
}

export interface StoredObject extends Description {
  bucket: string;
  key: string;
  size: number;
  /** Without quotes. */
  etag: string;
  /** Epoch milliseconds. */
  modified: number;
  checksum: Checksum | undefined;
  segments: Segment[];
}

export interface Upload extends Description {
  id: string;
  bucket: string;
  key: string;
  /** Epoch milliseconds. */
  initiated: number;
  algorithm: ChecksumAlgorithm | undefined;
}

export interface StoredPart {
  number: number;
  size: number;
  etag: string;
  modified: number;
  checksum: Checksum | undefined;
  path: string;
}

/** How an object was created, as named in events. */
export type Creation = 'Put' | 'Post' | 'Copy' | 'CompleteMultipartUpload';

/** A row of the index. */
export type Row = Record<string, unknown>;

export function toObject(row: Row): StoredObject {
  return {
    ...described(row),
    bucket: String(row.bucket),
    key: String(row.key),
    size: Number(row.size),
    etag: String(row.etag),
    modified: Number(row.modified),
    checksum: checksumOf(row),
    segments: JSON.parse(String(row.segments)),
  };
}

export function toUpload(row: Row): Upload {
  return {
    ...described(row),
    id: String(row.id),
    bucket: String(row.bucket),
    key: String(row.key),
    initiated: Number(row.initiated),
    algorithm: row.algorithm === null ? undefined : (String(row.algorithm) as ChecksumAlgorithm),
  };
}

export function toPart(row: Row): StoredPart {
  return {
    number: Number(row.number),
    size: Number(row.size),
    etag: String(row.etag),
    modified: Number(row.modified),
    checksum: checksumOf(row),
    path: String(row.path),
  };
}

function described(row: Row): Description {
  const parsed = (column: unknown) => JSON.parse(String(column));
  return { headers: parsed(row.headers), metadata: parsed(row.metadata), tags: parsed(row.tags) };
}

function checksumOf(row: Row): Checksum | undefined {
  return row.checksum === null ? undefined : JSON.parse(String(row.checksum));
}
