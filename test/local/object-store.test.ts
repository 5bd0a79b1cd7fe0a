import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { bucket, openStore, patterned } from './object-store-support.ts';
import { eventually } from './support.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

async function bytesOf(s3: S3Client, Key: string, Range?: string): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

describe('objects', () => {
  it('are returned with bytes, type, metadata, ETag and checksum', async () => {
    const { s3 } = await openStore();
    const Body = patterned(70_000);
    const Key = "plans/A 1 (rev. ä)'+~/sheet&1.pdf";

    const put = await s3.send(
      new PutObjectCommand({
        ...{ Bucket: bucket, Key, Body, ContentType: 'application/pdf', CacheControl: 'max-age=60' },
        ...{ Metadata: { origin: 'test' }, ChecksumSHA256: sha256(Body) },
      }),
    );
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key, ChecksumMode: 'ENABLED' }));

    expect(put.ETag).toBe(`"${md5(Body)}"`);
    expect(head).toMatchObject({
      ...{ ContentLength: 70_000, ContentType: 'application/pdf', CacheControl: 'max-age=60', ETag: put.ETag },
      ...{
        Metadata: { origin: 'test' },
        ChecksumSHA256: sha256(Body),
        ChecksumType: 'FULL_OBJECT',
        AcceptRanges: 'bytes',
      },
    });
    expect(await bytesOf(s3, Key)).toEqual(Body);
  });

  it('accept a stream with a trailing checksum and store neither its framing nor its encoding', async () => {
    const { s3 } = await openStore();
    const Body = patterned(300_000);
    const stream = Readable.from([Body.subarray(0, 100_000), Body.subarray(100_000)]);

    const put = await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'stream',
        Body: stream,
        ContentLength: Body.length,
        ChecksumAlgorithm: 'SHA256',
      }),
    );
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'stream' }));

    expect(put.ChecksumSHA256).toBe(sha256(Body));
    expect(head.ContentEncoding).toBeUndefined();
    expect(await bytesOf(s3, 'stream')).toEqual(Body);
  });

  it('may be empty', async () => {
    const { s3 } = await openStore();

    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'empty', Body: '' }));

    expect(await bytesOf(s3, 'empty')).toHaveLength(0);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=995-', 995, 1000],
    ['bytes=-5', 995, 1000],
    ['bytes=990-5000', 990, 1000],
  ])('answer the range %s', async (range, start, end) => {
    const { s3 } = await openStore();
    const Body = patterned(1000);
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body }));

    const answer = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'k', Range: range }));

    expect(answer.$metadata.httpStatusCode).toBe(206);
    expect(answer.ContentRange).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(Buffer.from((await answer.Body?.transformToByteArray()) ?? [])).toEqual(Body.subarray(start, end));
  });

  it("reject a range beyond the end, a missing key and a missing bucket with S3's error names", async () => {
    const { s3 } = await openStore();
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'abc' }));
    const get = (Bucket: string, Key: string, Range?: string) => s3.send(new GetObjectCommand({ Bucket, Key, Range }));

    await expect(get(bucket, 'k', 'bytes=3-')).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
    await expect(get(bucket, 'other')).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
    await expect(get('nowhere', 'k')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'other' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
    await expect(s3.send(new HeadBucketCommand({ Bucket: bucket }))).resolves.toBeDefined();
  });

  it('reject a wrong MD5, checksum or payload hash with BadDigest and the like, and store nothing', async () => {
    const { s3, directory } = await openStore();
    const put = (extra: object) => s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'abc', ...extra }));

    await expect(put({ ChecksumSHA256: sha256(Buffer.from('abd')) })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(
      put({ ContentMD5: Buffer.from(md5(Buffer.from('abd')), 'hex').toString('base64') }),
    ).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(bytesOf(s3, 'k')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(readdirSync(join(directory, 'objects/incoming'))).toEqual([]);
  });

  it('honour If-None-Match and If-Match', async () => {
    const { s3 } = await openStore();
    const put = (extra: object) => s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'abc', ...extra }));

    const { ETag } = await put({ IfNoneMatch: '*' });

    await expect(put({ IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(put({ IfMatch: '"0"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(put({ IfMatch: ETag })).resolves.toMatchObject({ ETag });
    await expect(s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'k', IfNoneMatch: ETag }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
  });

  it('are copied with or without new metadata', async () => {
    const { s3 } = await openStore();
    const Body = patterned(1000);
    await s3.send(
      new PutObjectCommand({ Bucket: bucket, Key: 'a b', Body, Metadata: { v: '1' }, ContentType: 'image/png' }),
    );

    const copy = { Bucket: bucket, CopySource: `${bucket}/a%20b` };
    await s3.send(new CopyObjectCommand({ ...copy, Key: 'same' }));
    await s3.send(new CopyObjectCommand({ ...copy, Key: 'new', MetadataDirective: 'REPLACE', Metadata: { v: '2' } }));

    const same = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'same' }));
    const replaced = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'new' }));
    expect([same.Metadata, same.ContentType]).toEqual([{ v: '1' }, 'image/png']);
    expect([replaced.Metadata, replaced.ContentType]).toEqual([{ v: '2' }, 'binary/octet-stream']);
    expect(await bytesOf(s3, 'new')).toEqual(Body);
  });

  it('are deleted one by one and many at once, with their files', async () => {
    const { s3, directory } = await openStore();
    for (const Key of ['a', 'b', 'c&<']) await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Key }));

    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a' }));
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'never' }));
    const Delete = { Objects: [{ Key: 'b' }, { Key: 'c&<' }] };
    const { Deleted } = await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));

    expect(Deleted).toEqual(Delete.Objects);
    expect(readdirSync(join(directory, 'objects/files', bucket))).toEqual([]);
  });

  it('survive a restart, unlike partly received ones', async () => {
    const first = await openStore();
    await first.s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'kept' }));
    await first.s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'replaced' }));
    const url = await getSignedUrl(first.signer, new PutObjectCommand({ Bucket: bucket, Key: 'half' }));
    const half = httpRequest(url, { method: 'PUT', headers: { 'content-length': 1000 } }).on('error', () => undefined);
    half.write(Buffer.alloc(500));
    const incoming = join(first.directory, 'objects/incoming');
    await eventually(() => (readdirSync(incoming).length > 0 ? true : undefined));
    half.destroy();
    await eventually(() => (readdirSync(incoming).length === 0 ? true : undefined));
    await first.stop();

    const second = await openStore({ directory: first.directory });

    expect((await bytesOf(second.s3, 'k')).toString()).toBe('replaced');
    await expect(bytesOf(second.s3, 'half')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(readdirSync(join(first.directory, 'objects/files', bucket))).toHaveLength(1);
  });
});

describe('listing', () => {
  it('supports prefix, delimiter and pages in byte order', async () => {
    const { s3 } = await openStore();
    const keys = ['a/1', 'a/2', 'a/b/3', 'a/b/4', 'a/c/5', 'b', '😀', '\uFF5E'];
    for (const Key of keys) await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }));

    const all = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
    const folder = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'a/', Delimiter: '/' }));
    const pages: string[][] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.send(
        new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/', Prefix: 'a/', MaxKeys: 2, ContinuationToken }),
      );
      pages.push([
        ...(page.Contents ?? []).map(({ Key }) => Key ?? ''),
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix ?? ''),
      ]);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);

    const inBytes = keys.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    expect(all.Contents?.map(({ Key }) => Key)).toEqual(inBytes);
    expect(folder.Contents?.map(({ Key }) => Key)).toEqual(['a/1', 'a/2']);
    expect(folder.CommonPrefixes).toEqual([{ Prefix: 'a/b/' }, { Prefix: 'a/c/' }]);
    expect(pages).toEqual([
      ['a/1', 'a/2'],
      ['a/b/', 'a/c/'],
    ]);
  });
});
