import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { clearIncoming, receive } from '../../infra/local/s3/bodies.ts';
import { Store } from '../../infra/local/s3/file-store.ts';
import { bucket, openStore } from './object-store-support.ts';
import { temporaryDirectory } from './support.ts';

test('a body that the disk cannot hold is answered while it is still arriving', async () => {
  const { signer, directory } = await openStore({ isFailing: true });
  const Body = Buffer.alloc(3_000_000, 'x');
  const url = await getSignedUrl(signer, new PutObjectCommand({ Bucket: bucket, Key: 'a.txt' }));
  rmSync(join(directory, 'objects/incoming'), { recursive: true });
  const refused = await fetch(url, { method: 'PUT', body: Body });
  expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining('InternalError')]);
  mkdirSync(join(directory, 'objects/incoming'));
  expect((await fetch(url, { method: 'PUT', body: Body })).status).toBe(200);
});

test('a body whose metadata cannot be written is removed again', async () => {
  const directory = temporaryDirectory();
  await clearIncoming(directory);
  const store = new Store(directory, () => undefined);
  const body = await receive(directory, Readable.from([Buffer.from('hello')]), { limit: 100 });
  const object = { bucket, key: 'a.txt', headers: {}, metadata: {}, tags: {}, etag: body.md5, size: 5, modified: 0 };
  store.close();
  await expect(store.put({ ...object, checksum: undefined }, body, 'Put')).rejects.toThrow();
  expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
});
