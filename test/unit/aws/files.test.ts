import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  NotFound as S3NotFound,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adapter as keepAdapter } from '../../../shared/aws/adapters/files.keep.ts';
import { adapter as readAdapter } from '../../../shared/aws/adapters/files.read.ts';
import { adapter as removeAdapter } from '../../../shared/aws/adapters/files.remove.ts';
import { adapter as writeAdapter } from '../../../shared/aws/adapters/files.write.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { parseEnvironment } from '../../../shared/environment.ts';
import { mockClient } from '../../support/mock-client.ts';

process.env.AWS_REGION = 'eu-central-1';
const environment = parseEnvironment({ FILES_BUCKET: 'files' });
const s3 = mockClient(S3Client);
beforeEach(() => s3.reset());

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const TEXT = 'the file';
/** Its SHA-256. */
const HEX = '2e8b6c5e8b6d2b54c4b0f5f0f6d5bb8a';
const missing = new NoSuchKey({ message: 'no such key', $metadata: {} });
const bodyOf = (text: string) =>
  Object.assign(Readable.from([Buffer.from(text)]), {
    transformToByteArray: async () => new Uint8Array(Buffer.from(text)),
  }) as never;

describe('reading', () => {
  const read = readAdapter(environment);
  const head = (more: object = {}) => {
    s3.on(HeadObjectCommand, { Bucket: 'files', Key: 'a', ChecksumMode: 'ENABLED' }).resolves(more);
    return read.head('a');
  };

  test("returns a file's properties", async () => {
    const LastModified = new Date('2026-03-12T19:03:10Z');
    const ChecksumSHA256 = Buffer.from(HEX, 'hex').toString('base64');
    expect(await head({ ContentLength: 8, ContentType: 'text/plain', LastModified, ChecksumSHA256 })).toEqual({
      size: 8,
      mimeType: 'text/plain',
      sha256: HEX,
      lastModified: LastModified,
    });
  });

  test('ignores the composite checksum of a multipart upload', async () => {
    const sha256 = Buffer.from(HEX, 'hex').toString('base64');
    expect(await head({ ContentLength: 8, ChecksumSHA256: `${sha256}-2` })).toMatchObject({
      sha256: null,
      mimeType: null,
    });
  });

  test('reports missing files as such', async () => {
    s3.on(HeadObjectCommand).rejects(new S3NotFound({ message: 'not found', $metadata: {} }));
    expect(await read.head('a')).toBeUndefined();
    s3.on(GetObjectCommand).rejects(missing);
    await expect(read.bytes('a')).rejects.toThrow(NotFound);
    await expect(read.range('a', 0, 1)).rejects.toThrow(NotFound);
    s3.on(GetObjectCommand).resolves({});
    await expect(read.bytes('a')).rejects.toThrow(NotFound);
  });

  test('rethrows other errors', async () => {
    s3.on(HeadObjectCommand).rejects(new Error('denied'));
    await expect(read.head('a')).rejects.toThrow('denied');
    s3.on(GetObjectCommand).rejects(new Error('denied'));
    await expect(read.bytes('a')).rejects.toThrow('denied');
  });

  test('returns bytes, or a range of them', async () => {
    s3.on(GetObjectCommand, { Bucket: 'files', Key: 'a', Range: undefined }).resolves({ Body: bodyOf(TEXT) });
    s3.on(GetObjectCommand, { Bucket: 'files', Key: 'a', Range: 'bytes=4-7' }).resolves({ Body: bodyOf('file') });
    expect(Buffer.from(await read.bytes('a')).toString()).toBe(TEXT);
    expect(Buffer.from(await read.range('a', 4, 7)).toString()).toBe('file');
  });

  test('downloads a file and returns its properties', async () => {
    s3.on(GetObjectCommand).resolves({ Body: bodyOf(TEXT) });
    const path = join(folder, 'downloaded');
    const { size, sha256 } = await read.download('a', path);
    expect(await readFile(path, 'utf8')).toBe(TEXT);
    expect(size).toBe(8);
    expect(sha256).toBe(createHash('sha256').update(TEXT).digest('hex'));
  });
});

describe('writing', () => {
  const write = writeAdapter(environment);

  test('stores bytes with their content type and a checksum', async () => {
    s3.on(PutObjectCommand).resolves({});
    const bytes = Buffer.from(TEXT);
    await write.put('a', bytes, 'text/plain');
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'files',
      Key: 'a',
      Body: bytes,
      ContentType: 'text/plain',
      ChecksumAlgorithm: 'SHA256',
    });
  });

  test('stores a file with the checksum of its bytes, and returns its size', async () => {
    s3.on(PutObjectCommand).resolves({});
    const path = join(folder, 'stored');
    await writeFile(path, TEXT);
    expect(await write.putFile('a', path, 'text/plain')).toBe(8);
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      Bucket: 'files',
      Key: 'a',
      ContentLength: 8,
      ContentType: 'text/plain',
      ChecksumSHA256: createHash('sha256').update(TEXT).digest('base64'),
    });
  });

  test('keeps a file by removing its tag', async () => {
    s3.on(DeleteObjectTaggingCommand).resolves({});
    await keepAdapter(environment).keep('a');
    expect(s3.commandCalls(DeleteObjectTaggingCommand)[0]?.args[0].input).toEqual({ Bucket: 'files', Key: 'a' });
  });
});

describe('deleting', () => {
  const deleted = () =>
    s3.commandCalls(DeleteObjectsCommand).map(({ args }) => args[0].input.Delete?.Objects?.map(({ Key }) => Key));

  test('sends a thousand paths at a time, and no request without paths', async () => {
    s3.on(DeleteObjectsCommand).resolves({});
    const paths = Array.from({ length: 1001 }, (_, i) => `${i}`);
    await writeAdapter(environment).delete(paths);
    await removeAdapter(environment).files([]);
    expect(deleted()).toEqual([paths.slice(0, 1000), ['1000']]);
  });

  test('reports files that were not deleted', async () => {
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a', Code: 'AccessDenied' }] });
    await expect(removeAdapter(environment).files(['a'])).rejects.toThrow(
      '1 objects could not be deleted: AccessDenied',
    );
  });

  test('continues below a folder until nothing is left', async () => {
    s3.on(DeleteObjectsCommand).resolves({});
    s3.on(ListObjectsV2Command, { Bucket: 'files', Prefix: 'folder/' })
      .resolvesOnce({ Contents: [{ Key: 'folder/a' }, {}] })
      .resolvesOnce({ Contents: [{ Key: 'folder/b' }] })
      .resolves({});
    await removeAdapter(environment).below('folder/');
    expect(deleted()).toEqual([['folder/a'], ['folder/b']]);
  });
});
