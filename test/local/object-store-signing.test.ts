import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { bucket, openStore, patterned } from './object-store-support.ts';

const codeOf = async (response: Response) => [response.status, /<Code>(.*?)<\/Code>/.exec(await response.text())?.[1]];
const anHourAgo = () => new Date(Date.now() - 3600_000);

describe('signed headers', () => {
  it('are required', async () => {
    const { endpoint } = await openStore();

    expect(await codeOf(await fetch(`${endpoint}/${bucket}/k`))).toEqual([403, 'AccessDenied']);
  });

  it('by another key or secret are rejected', async () => {
    const { client } = await openStore();
    const get = new GetObjectCommand({ Bucket: bucket, Key: 'k' });

    const stranger = client({ credentials: { accessKeyId: 'stranger', secretAccessKey: 'x' } });
    const forger = client({ credentials: { accessKeyId: 'local', secretAccessKey: 'guess' } });

    await expect(stranger.send(get)).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(forger.send(get)).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('with a clock an hour off are rejected', async () => {
    const { client } = await openStore();
    const late = client({ systemClockOffset: -3600_000 });

    await expect(late.send(new GetObjectCommand({ Bucket: bucket, Key: 'k' }))).rejects.toMatchObject({
      name: 'RequestTimeTooSkewed',
    });
  });
});

describe('presigned links', () => {
  it('upload and download, with the requested file name', async () => {
    const { signer } = await openStore();
    const body = patterned(5000);
    const put = await getSignedUrl(signer, new PutObjectCommand({ Bucket: bucket, Key: 'p q.pdf' }), { expiresIn: 60 });
    const get = await getSignedUrl(
      signer,
      new GetObjectCommand({
        ...{ Bucket: bucket, Key: 'p q.pdf', ResponseContentType: 'application/x-plan' },
        ResponseContentDisposition: `attachment; filename="plan.pdf"; filename*=UTF-8''pl%C3%A4n.pdf`,
      }),
    );

    const uploaded = await fetch(put, { method: 'PUT', body });
    const downloaded = await fetch(get);

    expect(uploaded.status).toBe(200);
    expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(body);
    expect(downloaded.headers.get('content-type')).toBe('application/x-plan');
    expect(downloaded.headers.get('content-disposition')).toBe(
      `attachment; filename="plan.pdf"; filename*=UTF-8''pl%C3%A4n.pdf`,
    );
  });

  it('expire', async () => {
    const { s3 } = await openStore();
    const get = new GetObjectCommand({ Bucket: bucket, Key: 'k' });
    const link = await getSignedUrl(s3, get, { expiresIn: 3599, signingDate: anHourAgo() });

    const response = await fetch(link);
    const text = await response.text();

    expect(response.status).toBe(403);
    expect(text).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>');
  });

  it('are valid for one method, key and query only', async () => {
    const { s3 } = await openStore();
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'mine' }));
    const link = await getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key: 'k' }));
    const refused = [403, 'SignatureDoesNotMatch'];

    expect((await fetch(link)).status).toBe(200);
    expect(await codeOf(await fetch(link.replace('/k?', '/l?')))).toEqual(refused);
    expect(await codeOf(await fetch(link, { method: 'DELETE' }))).toEqual(refused);
    expect(await codeOf(await fetch(`${link}&response-content-type=text/html`))).toEqual(refused);
    expect(await codeOf(await fetch(link.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800')))).toEqual(refused);
  });

  it('enforce signed type, length and SHA-256', async () => {
    const { s3, signer } = await openStore();
    const body = patterned(1000);
    const ChecksumSHA256 = createHash('sha256').update(body).digest('base64');
    const command = new PutObjectCommand({
      ...{ Bucket: bucket, Key: 'k', ContentType: 'application/pdf', ContentLength: 1000, ChecksumSHA256 },
    });
    const unhoistableHeaders = new Set(['x-amz-checksum-sha256']);
    const signableHeaders = new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']);
    const link = await getSignedUrl(signer, command, { unhoistableHeaders, signableHeaders });
    const put = async (data: Uint8Array<ArrayBuffer>, type: string, checksum = ChecksumSHA256) => {
      const headers = { 'content-type': type, 'x-amz-checksum-sha256': checksum };
      return codeOf(await fetch(link, { method: 'PUT', body: data, headers }));
    };
    const other = new Uint8Array(1000);

    expect(await put(new Uint8Array(body), 'text/html')).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await put(new Uint8Array(body).slice(1), 'application/pdf')).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await put(other, 'application/pdf', createHash('sha256').update(other).digest('base64'))).toEqual([
      403,
      'SignatureDoesNotMatch',
    ]);
    expect(await put(other, 'application/pdf')).toEqual([400, 'BadDigest']);
    expect(await put(new Uint8Array(body), 'application/pdf')).toEqual([200, undefined]);
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'k', ChecksumMode: 'ENABLED' }));
    expect(head).toMatchObject({ ContentType: 'application/pdf', ChecksumSHA256 });
  });

  it('check a SHA-256 in the query', async () => {
    const { signer } = await openStore();
    const ChecksumSHA256 = createHash('sha256').update('right').digest('base64');
    const command = new PutObjectCommand({ Bucket: bucket, Key: 'k', ChecksumSHA256 });
    const link = await getSignedUrl(signer, command);

    expect(new URL(link).searchParams.get('x-amz-checksum-sha256')).toBe(ChecksumSHA256);
    expect(await codeOf(await fetch(link, { method: 'PUT', body: 'wrong' }))).toEqual([400, 'BadDigest']);
    expect((await fetch(link, { method: 'PUT', body: 'right' })).status).toBe(200);
  });

  it('reject headers that were not signed', async () => {
    const { s3 } = await openStore();
    const link = await getSignedUrl(s3, new PutObjectCommand({ Bucket: bucket, Key: 'k' }));

    const response = await fetch(link, { method: 'PUT', body: 'x', headers: { 'x-amz-meta-role': 'admin' } });

    expect(await codeOf(response)).toEqual([403, 'AccessDenied']);
  });

  it('work from a page of another origin', async () => {
    const { signer } = await openStore();
    const link = await getSignedUrl(signer, new PutObjectCommand({ Bucket: bucket, Key: 'k' }));
    const origin = 'http://app.test';

    const ask = (headers: Record<string, string>) => fetch(link, { method: 'OPTIONS', headers });
    const preflight = await ask({
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    });
    const put = await fetch(link, { method: 'PUT', body: 'x', headers: { origin } });

    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      200,
      'GET, HEAD, PUT, POST',
    ]);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(await codeOf(await ask({ origin, 'access-control-request-method': 'DELETE' }))).toEqual([
      403,
      'AccessForbidden',
    ]);
    expect(await codeOf(await ask({}))).toEqual([400, 'BadRequest']);
    expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(put.headers.get('access-control-expose-headers')).toContain('ETag');
  });
});

describe('browser forms', () => {
  const Conditions: PresignedPostOptions['Conditions'] = [
    ['content-length-range', 3, 10],
    ['starts-with', '$Content-Type', 'image/'],
    { 'x-amz-meta-project': 'p1' },
  ];

  async function form(
    changes: Record<string, string> = {},
    body = 'pixels',
    options: Partial<PresignedPostOptions> = {},
  ) {
    const opened = await openStore();
    const Fields = { 'Content-Type': 'image/png', 'x-amz-meta-project': 'p1' };
    const post = await createPresignedPost(opened.s3, {
      Bucket: bucket,
      Key: 'uploads/1.png',
      Conditions,
      Fields,
      ...options,
    });
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...post.fields, ...changes })) data.set(name, value);
    data.set('file', new Blob([body]), 'photo.png');
    return { ...opened, response: await fetch(post.url, { method: 'POST', body: data }) };
  }

  it('store a file that conforms to the policy', async () => {
    const { response, s3 } = await form();

    const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'uploads/1.png' }));

    expect(response.status).toBe(204);
    expect([object.ContentType, object.Metadata]).toEqual(['image/png', { project: 'p1' }]);
    expect(await object.Body?.transformToString()).toBe('pixels');
  });

  it('return 201 with the location on request, and fill in the file name', async () => {
    const { response } = await form({ success_action_status: '201' }, 'pixels', {
      ...{
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder that S3 defines
        Key: 'uploads/${filename}',
        Conditions: [
          ['eq', '$success_action_status', '201'],
          ['starts-with', '$Content-Type', ''],
        ],
      },
      Fields: { 'Content-Type': 'image/png' },
    });

    expect(response.status).toBe(201);
    expect(await response.text()).toContain('<Key>uploads/photo.png</Key>');
  });

  it.each<[string, Record<string, string>, string, number, string]>([
    ['a larger file', {}, 'far too many pixels', 400, 'EntityTooLarge'],
    ['a smaller file', {}, 'px', 400, 'EntityTooSmall'],
    ['another type', { 'Content-Type': 'text/html' }, 'pixels', 403, 'AccessDenied'],
    ['another key', { key: 'uploads/2.png' }, 'pixels', 403, 'AccessDenied'],
    ['another project', { 'x-amz-meta-project': 'p2' }, 'pixels', 403, 'AccessDenied'],
    ['a field that the policy does not know', { 'x-amz-meta-role': 'admin' }, 'pixels', 403, 'AccessDenied'],
    [
      'a changed policy',
      { Policy: Buffer.from('{"expiration":"2999-01-01T00:00:00Z","conditions":[]}').toString('base64') },
      'pixels',
      403,
      'SignatureDoesNotMatch',
    ],
  ])('reject %s', async (_what, changes, body, status, code) => {
    const { response, s3 } = await form(changes, body);

    expect(await codeOf(response)).toEqual([status, code]);
    await expect(s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'uploads/1.png' }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
  });

  it('reject an expired policy', async () => {
    const { response } = await form({}, 'pixels', { Expires: -1 });

    expect(await codeOf(response)).toEqual([403, 'AccessDenied']);
  });

  it('reject a form without a file', async () => {
    const { endpoint } = await openStore();
    const data = new FormData();
    data.set('key', 'k');

    expect(await codeOf(await fetch(`${endpoint}/${bucket}`, { method: 'POST', body: data }))).toEqual([
      400,
      'InvalidArgument',
    ]);
  });
});
