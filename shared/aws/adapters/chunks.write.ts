import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { ChunksWrite } from '../../ports.ts';
import { chunkKey, chunkPartition } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { queryItems } from '../dynamodb/items.ts';
import { WRITE_BATCH, writeBatch } from '../dynamodb/write-batch.ts';

/** Batches under way at once. */
const PARALLEL = 4;

const Sorted = z.object({ sk: z.string() });

/** Vectors as little-endian float32: a quarter of their size as a list of numbers. */
const packed = (vector: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(vector).buffer);

export const adapter = (environment: Environment): ChunksWrite => {
  const table = tableOf(environment);

  const write = async (requests: Record<string, unknown>[]): Promise<void> => {
    let next = 0;
    const work = async () => {
      for (let start = next; start < requests.length; start = next) {
        next = start + WRITE_BATCH;
        await writeBatch(table, requests.slice(start, next));
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
