import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { Unavailable } from '../../domain/errors.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';

/**
 * Reads at most 100 items, strongly consistent, in the order of `keys`; absent ones are undefined. What the
 * table leaves unprocessed is asked again.
 */
export const getMany = async (table: Table, keys: readonly Key[]): Promise<(Record<string, unknown> | undefined)[]> => {
  const identity = (key: Record<string, unknown>) => `${key.pk}\n${key.sk}`;
  const found = new Map<string, Record<string, unknown>>();
  let wanted: Record<string, unknown>[] = [...new Map(keys.map((key) => [identity({ ...key }), { ...key }])).values()];
  for (let attempt = 0; wanted.length > 0; attempt++) {
    if (attempt > 8) throw new Unavailable('The table is throttled', 1);
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[table.name] ?? []) found.set(identity(item), item);
    wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    if (wanted.length > 0 && attempt > 0) await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
  }
  return keys.map((key) => found.get(identity({ ...key })));
};
