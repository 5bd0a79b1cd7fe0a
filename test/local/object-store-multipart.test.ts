import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Event } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { bucket, openStore, patterned } from './object-store-support.ts';
import { eventually } from './support.ts';

const MiB = 1024 * 1024;
const Key = 'uploads/org/large.pdf';
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest();

async function begin(s3: S3Client, extra: Partial<CreateMultipartUploadCommandInput> = {}): Promise<string> {
  const { UploadId = '' } = await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key, ...extra }));
  return UploadId;
}

async function part(s3: S3Client, UploadId: string, PartNumber: number, Body: Uint8Array): Promise<CompletedPart> {
  const { $metadata: _, ...answer } = await s3.send(
    new UploadPartCommand({ Bucket: bucket, Key, UploadId, PartNumber, Body }),
  );
  return { PartNumber, ...answer };
}

const complete = (s3: S3Client, UploadId: string, Parts: CompletedPart[]) =>
  s3.send(new CompleteMultipartUploadCommand({ Bucket: bucket, Key, UploadId, MultipartUpload: { Parts } }));

describe('multipart uploads', () => {
  it('are assembled into one object, readable across part boundaries', async () => {
    const { s3, directory } = await openStore();
    const parts = [patterned(5 * MiB, 1), patterned(5 * MiB, 2), patterned(1000, 3)];
    const UploadId = await begin(s3, { ContentType: 'application/pdf', Metadata: { v: '1' } });

    await part(s3, UploadId, 2, patterned(10));
    const completed = [
      await part(s3, UploadId, 3, parts[2]!),
      await part(s3, UploadId, 1, parts[0]!),
      await part(s3, UploadId, 2, parts[1]!),
    ];
    const sorted = completed.toSorted((a, b) => a.PartNumber! - b.PartNumber!);
    const { ETag } = await complete(s3, UploadId, sorted);

    const whole = Buffer.concat(parts);
    const md5s = Buffer.concat(parts.map(md5));
    expect(ETag).toBe(`"${md5(md5s).toString('hex')}-3"`);
    const get = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    expect(Buffer.from((await get.Body?.transformToByteArray()) ?? []).equals(whole)).toBe(true);
    expect([get.ContentType, get.Metadata]).toEqual(['application/pdf', { v: '1' }]);
    const Range = `bytes=${5 * MiB - 2}-${10 * MiB + 1}`;
    const slice = await s3.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
    const expected = whole.subarray(5 * MiB - 2, 10 * MiB + 2);
    expect(Buffer.from((await slice.Body?.transformToByteArray()) ?? []).equals(expected)).toBe(true);
    expect(readdirSync(join(directory, 'objects/parts', UploadId))).toHaveLength(3);
  });

  it('have a composite checksum', async () => {
    const { s3 } = await openStore();
    const UploadId = await begin(s3, { ChecksumAlgorithm: 'SHA256' });
    const { $metadata: _, ...first } = await s3.send(
      new UploadPartCommand({ Bucket: bucket, Key, UploadId, PartNumber: 1, Body: 'abc', ChecksumAlgorithm: 'SHA256' }),
    );

    await expect(complete(s3, UploadId, [{ PartNumber: 1, ETag: first.ETag }])).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
    await complete(s3, UploadId, [{ PartNumber: 1, ...first }]);

    const partDigest = createHash('sha256').update('abc').digest();
    const ChecksumSHA256 = `${createHash('sha256').update(partDigest).digest('base64')}-1`;
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key, ChecksumMode: 'ENABLED' }));
    expect(head).toMatchObject({ ChecksumSHA256, ChecksumType: 'COMPOSITE' });
  });

  it('accept presigned parts', async () => {
    const { s3, signer } = await openStore();
    const UploadId = await begin(signer);
    const link = await getSignedUrl(signer, new UploadPartCommand({ Bucket: bucket, Key, UploadId, PartNumber: 1 }));

    const response = await fetch(link, { method: 'PUT', body: 'presigned' });
    await complete(signer, UploadId, [{ PartNumber: 1, ETag: response.headers.get('etag') ?? '' }]);

    const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    expect(await object.Body?.transformToString()).toBe('presigned');
  });

  it('are listed with their parts', async () => {
    const { s3 } = await openStore();
    const UploadId = await begin(s3);
    for (const number of [1, 2, 3]) await part(s3, UploadId, number, patterned(number));

    const uploads = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'uploads/' }));
    const page = await s3.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId, MaxParts: 2 }));
    const rest = await s3.send(
      new ListPartsCommand({ Bucket: bucket, Key, UploadId, PartNumberMarker: page.NextPartNumberMarker }),
    );

    expect(uploads.Uploads).toMatchObject([{ Key, UploadId }]);
    expect(page.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(page.IsTruncated).toBe(true);
    expect(rest.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3]);
    expect([rest.IsTruncated, rest.NextPartNumberMarker]).toEqual([false, '3']);
    const beyond = await s3.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId, PartNumberMarker: '3' }));
    expect([beyond.Parts, beyond.IsTruncated, beyond.NextPartNumberMarker]).toEqual([undefined, false, '0']);
  });

  it("reject invalid part lists with S3's error names, and can still be completed", async () => {
    const { s3 } = await openStore();
    const UploadId = await begin(s3);
    const [one, two] = [await part(s3, UploadId, 1, patterned(10)), await part(s3, UploadId, 2, patterned(20))];

    await expect(complete(s3, UploadId, [one, two])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete(s3, UploadId, [{ ...one, ETag: two.ETag }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete(s3, UploadId, [{ ...one, PartNumber: 3 }])).rejects.toMatchObject({ name: 'InvalidPart' });
    await expect(complete(s3, UploadId, [two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete(s3, 'unknown', [one])).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await complete(s3, UploadId, [two]);
    await expect(complete(s3, UploadId, [two])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  it('leave nothing when aborted', async () => {
    const { s3, directory } = await openStore();
    const UploadId = await begin(s3);
    const one = await part(s3, UploadId, 1, patterned(10));

    await s3.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));

    await expect(complete(s3, UploadId, [one])).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(existsSync(join(directory, 'objects/parts', UploadId))).toBe(false);
  });

  it('continue after a restart, and expire with age', async () => {
    const first = await openStore();
    const UploadId = await begin(first.s3);
    const one = await part(first.s3, UploadId, 1, patterned(10));
    await first.stop();

    const second = await openStore({ directory: first.directory });
    await complete(second.s3, UploadId, [one]);
    const old = await begin(second.s3);
    await second.stop();
    const third = await openStore({ directory: first.directory, lifecycle: { incompleteUploadDays: 0, expiring: [] } });

    expect((await third.s3.send(new HeadObjectCommand({ Bucket: bucket, Key }))).ContentLength).toBe(10);
    await expect(part(third.s3, old, 1, patterned(1))).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });
});

describe('events', () => {
  it("are sent for uploads of each kind in S3's format, and not for other keys", async () => {
    const sqs = mockClient(new SQSClient({}));
    sqs.on(SendMessageCommand).resolves({});
    const { s3 } = await openStore({ sqs: sqs as unknown as SQSClient });

    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'derived/page.png', Body: 'x' }));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'uploads/a b+ä.pdf', Body: 'abc' }));
    const UploadId = await begin(s3);
    await complete(s3, UploadId, [await part(s3, UploadId, 1, Buffer.from('abcd'))]);
    const calls = await eventually(() =>
      sqs.commandCalls(SendMessageCommand).length === 2 ? sqs.commandCalls(SendMessageCommand) : undefined,
    );

    const records = calls.map(
      ({ args: [command] }) => (JSON.parse(command.input.MessageBody ?? '') as S3Event).Records[0],
    );
    expect(records[0]).toMatchObject({
      ...{ eventSource: 'aws:s3', eventName: 'ObjectCreated:Put', awsRegion: 'us-east-1' },
      s3: {
        bucket: { name: bucket },
        object: { key: 'uploads/a+b%2B%C3%A4.pdf', size: 3, eTag: md5(Buffer.from('abc')).toString('hex') },
      },
    });
    expect(records[1]).toMatchObject({
      eventName: 'ObjectCreated:CompleteMultipartUpload',
      s3: { object: { size: 4 } },
    });
  });

  it('are retried until the queue accepts them, also after a restart', async () => {
    const down = mockClient(new SQSClient({}));
    down.on(SendMessageCommand).rejects(new Error('down'));
    const first = await openStore({ sqs: down as unknown as SQSClient });
    await first.s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'uploads/1', Body: 'x' }));
    await first.stop();

    const up = mockClient(new SQSClient({}));
    up.on(SendMessageCommand).resolves({});
    await openStore({ directory: first.directory, sqs: up as unknown as SQSClient });

    await eventually(() => (up.commandCalls(SendMessageCommand).length === 1 ? true : undefined));
  });
});
