import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { Unavailable } from '../../domain/errors.ts';
import type { Environment } from '../../environment.ts';
import type { ChunksWrite } from '../../ports.ts';
import { chunkKey, chunkPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';

/** The most that one batch write takes. */
const BATCH = 25;
/** Batches under way at once. */
const PARALLEL = 4;

const Sorted = z.object({ sk: z.string() });

/** Vectors as little-endian float32: a quarter of their size as a list of numbers. */
const packed = (vector: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(vector).buffer);

export const adapter = (environment: Environment): ChunksWrite => {
  const table = tableOf(environment);

  const writeBatch = async (requests: unknown[]): Promise<void> => {
    let pending = requests;
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 8) throw new Unavailable('The table is throttled', 1);
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: pending as never } }),
      );
      pending = UnprocessedItems?.[table.name] ?? [];
    }
  };

  const write = async (requests: Record<string, unknown>[]): Promise<void> => {
    let next = 0;
    const work = async () => {
      for (let start = next; start < requests.length; start = next) {
        next = start + BATCH;
        await writeBatch(requests.slice(start, start + BATCH));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
  };

  const keysBeyond = async (organizationId: string, documentId: string, count: number): Promise<string[]> => {
    const partition = chunkPartition(organizationId, documentId);
    const from = chunkKey(organizationId, documentId, count).sk;
    return (await queryItems(table, Sorted, { partition, from, fields: ['sk'] })).map(({ sk }) => sk);
  };

  return {
    replace: async (organizationId, documentId, chunks) => {
      const pk = chunkPartition(organizationId, documentId);
      await write(
        chunks.map(({ embedding, ...chunk }) => ({
          PutRequest: {
            Item: { ...chunkKey(organizationId, documentId, chunk.index), ...chunk, embedding: packed(embedding) },
          },
        })),
      );
      const left = await keysBeyond(organizationId, documentId, chunks.length);
      await write(left.map((sk) => ({ DeleteRequest: { Key: { pk, sk } } })));
    },
  };
};
