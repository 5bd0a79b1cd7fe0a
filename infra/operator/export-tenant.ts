import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Item } from '../../shared/aws/dynamodb/items.ts';
import { folderOfOrganization } from '../../shared/aws/search/folders.ts';
import type { Target } from './target.ts';
import { itemsOf, objectsOf } from './tenant.ts';

/** Binary values as base64, sets as lists. */
const plain = (_name: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value instanceof Set ? [...value] : value;
};

async function* lines(items: AsyncIterable<Item>, onItem: () => void): AsyncGenerator<string> {
  for await (const item of items) {
    onItem();
    yield `${JSON.stringify(item, plain)}\n`;
  }
}

/**
 * Writes what a tenant has into a folder: `records.jsonl`, one item of the table a line, and `files/` with the current
 * version of each object under its path. Left out are search
 * indexes, which are made of the rest, and credentials, which open with the stage's key alone.
 */
export const exportTenant = async (
  { table, bucket }: Target,
  organizationId: string,
  folder: string,
): Promise<{ records: number; files: number }> => {
  await mkdir(folder, { recursive: true });
  let records = 0;
  const items = lines(itemsOf(table, organizationId), () => records++);
  await pipeline(items, createWriteStream(join(folder, 'records.jsonl'), { mode: 0o600 }));
  const paths = new Set<string>();
  const index = `${folderOfOrganization(organizationId)}/`;
  for await (const { path } of objectsOf(bucket, organizationId)) if (!path.startsWith(index)) paths.add(path);
  let files = 0;
  for (const path of paths) {
    // A path is the service's own and its parts are encoded; a name of dots alone would leave the folder all the same.
    const place = join(folder, 'files', ...path.split('/').map((part) => (/^\.+$/.test(part) ? `_${part}` : part)));
    const found = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: path })).catch((error) => {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    });
    if (!found?.Body) continue;
    await mkdir(dirname(place), { recursive: true });
    await pipeline(found.Body as Readable, createWriteStream(place, { mode: 0o600 }));
    files++;
  }
  return { records, files };
};
