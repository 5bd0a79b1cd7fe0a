import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeEach, expect, test } from 'vitest';
import { adapter } from '../../../shared/aws/adapters/chunks.write.ts';
import { chunkPages } from '../../../shared/domain/text/index.ts';
import { parseEnvironment } from '../../../shared/environment.ts';
import { mockClient } from '../../support/mock-client.ts';

Object.assign(process.env, { AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' });
const s3 = mockClient(S3Client);
const objects = new Map<string, Uint8Array>();
let asked: string[] = [];
const embedderOf = (model: string) => ({
  model,
  embed: async (texts: readonly string[]) => {
    asked.push(...texts);
    return texts.map(({ length }) => [length, 1]);
  },
});
beforeEach(() => {
  s3.reset();
  objects.clear();
  asked = [];
  s3.on(PutObjectCommand).callsFake(({ Key, Body }) => void objects.set(Key, Body));
  s3.on(GetObjectCommand).callsFake(({ Key }) => {
    const found = objects.get(Key);
    if (!found) throw new NoSuchKey({ message: 'none', $metadata: {} });
    return { Body: { transformToByteArray: async () => found } };
  });
});
const chunks = adapter(parseEnvironment({ FILES_BUCKET: 'files' }));
const cut = (...texts: string[]) => texts.flatMap((text) => chunkPages([{ page: 1, text }]));

test('a text is embedded once, and again only by another model', async () => {
  const first = await chunks.replace('o', 'd', 'file', cut('stairs', 'roof'), embedderOf('m'));
  expect(asked).toEqual(['stairs', 'roof']);
  expect(first.map(({ text, vector }) => [text, [...vector!]])).toEqual([
    ['stairs', [127, 21]],
    ['roof', [127, 32]],
  ]);
  expect(await chunks.stored('o', 'd', 'file', 'm')).toEqual(first);
  asked = [];
  await chunks.replace('o', 'd', 'file', cut('roof', 'door', 'roof'), embedderOf('m'));
  expect(asked).toEqual(['door']);
  expect((await chunks.stored('o', 'd', 'file', 'm'))?.map(({ text }) => text)).toEqual(['roof', 'door', 'roof']);
  expect(await chunks.stored('o', 'd', 'file', 'n')).toBeUndefined();
  await chunks.replace('o', 'd', 'file', cut('roof'), embedderOf('n'));
  expect(asked).toEqual(['door', 'roof']);
});

test('stored chunks are not written again, and documents are separate', async () => {
  await chunks.replace('o', 'd', 'caller', cut('stairs'), embedderOf('m'));
  await chunks.replace('o', 'd', 'caller', cut('stairs'), embedderOf('m'));
  expect(s3.commandCalls(PutObjectCommand)).toHaveLength(1);
  expect(await chunks.stored('o', 'd', 'file', 'm')).toBeUndefined();
  expect(await chunks.stored('o', 'other', 'caller', 'm')).toBeUndefined();
  expect([...objects.keys()]).toEqual(['derived/o/d/pieces-caller.bin']);
});
