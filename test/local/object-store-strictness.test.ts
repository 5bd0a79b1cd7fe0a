import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { Store } from '../../infra/local/s3/file-store.ts';
import { applyLifecycle } from '../../infra/local/s3/lifecycle.ts';
import { bucket, type Opened, openStore } from './object-store-support.ts';
import { temporaryDirectory } from './support.ts';

const Bucket = bucket;
const Key = 'uploads/a.pdf';
const put = ({ s3 }: Opened, extra: Partial<PutObjectCommandInput> = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body: 'abc', ...extra }));
const linkToPut = ({ signer }: Opened, ...unhoisted: string[]) =>
  getSignedUrl(signer, new PutObjectCommand({ Bucket, Key, Tagging: 'a=1' }), {
    unhoistableHeaders: new Set(unhoisted),
  });
const codeOf = async (response: Response) => [response.status, /<Code>(.*?)<\/Code>/.exec(await response.text())?.[1]];

describe('raw HTTP', () => {
  it('has a part marker on the last page, too', async () => {
    const { s3, signer } = await openStore();
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 7, Body: 'x' }));

    const answer = await fetch(await getSignedUrl(signer, new ListPartsCommand({ Bucket, Key, UploadId })));
    const xml = await answer.text();

    expect(answer.headers.get('content-type')).toBe('application/xml');
    expect(xml).toContain('<NextPartNumberMarker>7</NextPartNumberMarker>');
    expect(xml).toContain('<IsTruncated>false</IsTruncated>');
    expect(xml).toContain(`<ETag>&quot;${createHash('md5').update('x').digest('hex')}&quot;</ETag>`);
  });

  it('rejects an invalid part number', async () => {
    const { s3, signer } = await openStore();
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const link = await getSignedUrl(signer, new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: 'x' }));

    expect(await codeOf(await fetch(link))).toEqual([400, 'InvalidArgument']);
  });

  it('answers HEAD without a body, also for missing objects', async () => {
    const { signer } = await openStore();
    const link = await getSignedUrl(signer, new HeadObjectCommand({ Bucket, Key }));

    const answer = await fetch(link, { method: 'HEAD' });

    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  it('rejects links valid for more than seven days', async () => {
    const { signer } = await openStore();
    const link = await getSignedUrl(signer, new GetObjectCommand({ Bucket, Key }), { expiresIn: 604_800 });

    const longer = link.replace('X-Amz-Expires=604800', 'X-Amz-Expires=604801');

    expect(await codeOf(await fetch(link))).toEqual([404, 'NoSuchKey']);
    expect(await codeOf(await fetch(longer))).toEqual([400, 'AuthorizationQueryParametersError']);
  });

  it.each([
    [{ 'content-md5': 'short' }, 'InvalidDigest'],
    [{ 'content-md5': createHash('md5').update('other').digest('base64') }, 'BadDigest'],
  ])('rejects a body with %o', async (headers, code) => {
    const opened = await openStore();
    const link = await getSignedUrl(opened.signer, new PutObjectCommand({ Bucket, Key }));

    expect(await codeOf(await fetch(link, { method: 'PUT', body: 'abc', headers }))).toEqual([400, code]);
  });

  it.each([
    [{ 'x-amz-checksum-sha256': 'AAAA' }],
    [{ 'x-amz-checksum-sha256': 'A'.repeat(43), 'x-amz-checksum-sha1': 'A'.repeat(27) }],
  ])('rejects a body with %o as a malformed request', async (headers: Record<string, string>) => {
    const { signer } = await openStore();
    const { 'x-amz-checksum-sha256': ChecksumSHA256, 'x-amz-checksum-sha1': ChecksumSHA1 } = headers;
    const command = new PutObjectCommand({ Bucket, Key, ChecksumSHA256, ChecksumSHA1 });
    const unhoistableHeaders = new Set(Object.keys(headers));

    const url = await getSignedUrl(signer, command, { unhoistableHeaders });

    expect(await codeOf(await fetch(url, { method: 'PUT', body: 'abc', headers }))).toEqual([400, 'InvalidRequest']);
  });

  it('rejects deleting several objects without a digest of the list', async () => {
    const { client } = await openStore();
    const bare = client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    bare.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> };
        for (const name of Object.keys(headers)) {
          if (/^x-amz-(sdk-)?checksum/.test(name)) delete headers[name];
        }
        return next(args);
      },
      { step: 'build', priority: 'low' },
    );

    await expect(bare.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }))).rejects.toMatchObject(
      { name: 'InvalidRequest' },
    );
  });

  it('does not support versions and single parts of an object', async () => {
    const opened = await openStore();
    await put(opened);
    const get = (extra: object) => opened.s3.send(new GetObjectCommand({ Bucket, Key, ...extra }));

    await expect(get({ VersionId: '1' })).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(get({ PartNumber: 1 })).rejects.toMatchObject({ name: 'NotImplemented' });
  });
});

it('rejects keys above 1,024 bytes, and deleting more than 1,000 at once', async () => {
  const opened = await openStore();
  await put(opened, { Key: 'k'.repeat(1024) });
  await expect(put(opened, { Key: 'é'.repeat(513) })).rejects.toMatchObject({ name: 'KeyTooLongError' });
  const Objects = Array.from({ length: 1001 }, (_, index) => ({ Key: String(index) }));
  await expect(opened.s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))).rejects.toMatchObject({
    name: 'MalformedXML',
  });
});

describe('conditions', () => {
  it('of writes support no other ETag than *', async () => {
    const opened = await openStore();

    await expect(put(opened, { IfNoneMatch: '"0"' })).rejects.toMatchObject({ name: 'NotImplemented' });
  });

  it('apply to reads since a time and to deletes', async () => {
    const opened = await openStore();
    const { ETag } = await put(opened);
    const { s3 } = opened;
    const get = (extra: object) => s3.send(new GetObjectCommand({ Bucket, Key, ...extra }));
    const long = new Date(0);

    await expect(get({ IfUnmodifiedSince: long })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect((await get({ IfUnmodifiedSince: long, IfMatch: ETag })).ContentLength).toBe(3);
    await expect(s3.send(new DeleteObjectCommand({ Bucket, Key, IfMatch: '"0"' }))).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    await s3.send(new DeleteObjectCommand({ Bucket, Key, IfMatch: ETag }));
    await expect(get({})).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('of size apply to metadata', async () => {
    const opened = await openStore();

    await expect(put(opened, { Metadata: { note: 'x'.repeat(2048) } })).rejects.toMatchObject({
      name: 'MetadataTooLarge',
    });
  });
});

describe('tags', () => {
  const tagsOf = async ({ s3 }: Opened) => (await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet;

  it('come with the object, are counted, and can be removed', async () => {
    const opened = await openStore();
    await put(opened, { Tagging: 'registered=no&b=2' });

    expect(await tagsOf(opened)).toEqual([
      { Key: 'registered', Value: 'no' },
      { Key: 'b', Value: '2' },
    ]);
    expect((await opened.s3.send(new HeadObjectCommand({ Bucket, Key }))).TagCount).toBe(2);
    await opened.s3.send(new DeleteObjectTaggingCommand({ Bucket, Key }));
    expect(await tagsOf(opened)).toEqual([]);
    await expect(opened.s3.send(new DeleteObjectTaggingCommand({ Bucket, Key: 'uploads/none' }))).rejects.toMatchObject(
      { name: 'NoSuchKey' },
    );
  });

  it('are read from the header only', async () => {
    const opened = await openStore();
    const inQuery = await linkToPut(opened);
    const asHeader = await linkToPut(opened, 'x-amz-tagging');

    expect((await fetch(inQuery, { method: 'PUT', body: 'x' })).status).toBe(200);
    expect(await tagsOf(opened)).toEqual([]);
    expect(await codeOf(await fetch(asHeader, { method: 'PUT', body: 'x' }))).toEqual([403, 'SignatureDoesNotMatch']);
    const headers = { 'x-amz-tagging': 'a=1' };
    expect((await fetch(asHeader, { method: 'PUT', body: 'x', headers })).status).toBe(200);
    expect(await tagsOf(opened)).toEqual([{ Key: 'a', Value: '1' }]);
  });

  it('reject a repeated key, and more than ten', async () => {
    const opened = await openStore();
    const many = Array.from({ length: 11 }, (_, index) => `k${index}=v`).join('&');

    await expect(put(opened, { Tagging: 'a=1&a=2' })).rejects.toMatchObject({ name: 'InvalidTag' });
    await expect(put(opened, { Tagging: many })).rejects.toMatchObject({ name: 'BadRequest' });
    for (const Tagging of ['=v', `${'k'.repeat(129)}=v`, `k=${'v'.repeat(257)}`, 'k=a%2Ab', 'k%3F=v']) {
      await expect(put(opened, { Tagging }), Tagging).rejects.toMatchObject({ name: 'InvalidTag' });
    }
    await put(opened, { Tagging: `${'k'.repeat(128)}=${'v'.repeat(256)}` });
  });

  it('are empty for objects stored by an earlier version', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'objects'));
    const old = new DatabaseSync(join(directory, 'objects/index.db'));
    old.exec(`
      CREATE TABLE objects (
        bucket TEXT NOT NULL, key TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, modified INTEGER NOT NULL,
        headers TEXT NOT NULL, metadata TEXT NOT NULL, checksum TEXT, segments TEXT NOT NULL, PRIMARY KEY (bucket, key)
      ) WITHOUT ROWID;
      INSERT INTO objects VALUES ('${bucket}', '${Key}', 0, 'e', 1, '{}', '{}', NULL, '[]');
    `);
    old.close();

    const opened = await openStore({ directory });

    expect(await tagsOf(opened)).toEqual([]);
    await put(opened, { Tagging: 'a=1' });
    expect(await tagsOf(opened)).toHaveLength(1);
  });
});

it('a lifecycle rule removes by prefix, tag and age, and nothing else', async () => {
  const opened = await openStore();
  const tagged = { Tagging: 'registered=no' };
  await put(opened, tagged);
  await put(opened, { Key: 'uploads/kept' });
  await put(opened, { Key: 'uploads/other', Tagging: 'registered=yes' });
  await put(opened, { Key: 'files/kept', ...tagged });
  const { UploadId } = await opened.s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  await opened.stop();
  const store = new Store(join(opened.directory, 'objects'), () => undefined);
  const rules = {
    incompleteUploadDays: 7,
    expiring: [{ prefix: 'uploads/', tag: { key: 'registered', value: 'no' }, days: 30 }],
  };
  const keys = () => store.list(bucket, '', '', 10).map(({ key }) => key);
  const inDays = (days: number) => applyLifecycle(store, rules, Date.now() + days * 86_400_000);
  try {
    await inDays(6.9);
    expect(store.upload(bucket, Key, UploadId!).id).toBe(UploadId);
    await inDays(29.9);
    expect(() => store.upload(bucket, Key, UploadId!)).toThrow();
    expect(keys()).toHaveLength(4);
    await inDays(30.1);
    expect(keys()).toEqual(['files/kept', 'uploads/kept', 'uploads/other']);
  } finally {
    store.close();
  }
});
