import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Checksum, type ChecksumAlgorithm, startDigest } from './checksums.ts';
import { S3Error } from './s3-error.ts';

/** A segment of an object's body: a file below the store's directory. */
export interface Segment {
  path: string;
  size: number;
}

/** A body stored under a temporary name, with the digests computed while it was received. */
export interface ReceivedBody {
  temporaryFile: string;
  size: number;
  /** Hex. */
  md5: string;
  /** Hex, as in `x-amz-content-sha256`; undefined unless requested. */
  sha256: string | undefined;
  checksum: Checksum | undefined;
}

const incoming = 'incoming';

/** Streams a body to disk. Leaves no file behind if it fails or exceeds the limit. */
export async function receive(
  directory: string,
  source: Readable,
  options: { limit: number; checksum?: ChecksumAlgorithm | undefined; sha256?: boolean },
): Promise<ReceivedBody> {
  const temporaryFile = join(directory, incoming, randomBytes(12).toString('hex'));
  const md5 = createHash('md5');
  const sha256 = options.sha256 ? createHash('sha256') : undefined;
  const digest = options.checksum && startDigest(options.checksum);
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      if (size > options.limit) return callback(tooLarge(options.limit));
      md5.update(chunk);
      sha256?.update(chunk);
      digest?.update(chunk);
      callback(null, chunk);
    },
  });
  try {
    // The source stays whole where the disk fails: a request that were destroyed could not be answered.
    const chunks = source.iterator({ destroyOnReturn: false });
    await pipeline(chunks, measure, createWriteStream(temporaryFile, { flush: true, mode: 0o600 }));
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
  const checksum =
    digest && options.checksum
      ? ({ algorithm: options.checksum, value: digest.base64(), type: 'FULL_OBJECT' } as const)
      : undefined;
  return { temporaryFile, size, md5: md5.digest('hex'), sha256: sha256?.digest('hex'), checksum };
}

export async function discard(body: ReceivedBody): Promise<void> {
  await rm(body.temporaryFile, { force: true });
}

/** Removes bodies that were being received when the last run ended. */
export async function clearIncoming(directory: string): Promise<void> {
  await rm(join(directory, incoming), { recursive: true, force: true });
  await mkdir(join(directory, incoming), { recursive: true });
}

/**
 * Returns an unused file name below `folder` that still identifies the object for people: `a/b/page.png` becomes
 * `FOLDER/a/b/page.3f9a2c01d4.png`.
 */
export function bodyPath(folder: string, key: string): string {
  const segments = key.split('/').map((segment) => segment.replace(/[^\w.-]/g, '_').slice(0, 80));
  const name = segments.pop() ?? '';
  const parents = segments.filter((segment) => /[^.]/.test(segment)).slice(0, 12);
  const extension = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length).replace(/^\.+/, '_');
  return join(folder, ...parents, `${stem}.${randomBytes(5).toString('hex')}${extension}`);
}

/** Moves a received body to its final path. */
export async function moveIntoPlace(directory: string, body: ReceivedBody, path: string): Promise<void> {
  const target = join(directory, path);
  await mkdir(dirname(target), { recursive: true });
  await rename(body.temporaryFile, target);
}

/** Streams the bytes `start` to `end` (inclusive) of consecutive segments. */
export function readSegments(directory: string, segments: Segment[], start: number, end: number): Readable {
  return Readable.from(pieces(directory, segments, start, end), { objectMode: false });
}

async function* pieces(directory: string, segments: Segment[], start: number, end: number) {
  let offset = 0;
  for (const { path, size } of segments) {
    const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
    if (from <= to) yield* createReadStream(join(directory, path), { start: from, end: to, highWaterMark: 256 * 1024 });
    offset += size;
    if (offset > end) return;
  }
}

function tooLarge(limit: number): S3Error {
  return new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    MaxSizeAllowed: String(limit),
  });
}
