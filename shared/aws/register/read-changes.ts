import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { RegisterLine } from '../../domain/register/register-line.ts';
import { KEY } from '../../table/definition.ts';
import { changePartition, registerKey } from '../../table/keys.ts';
import { LINE_FIELDS, RegisterEntry } from '../../table/register-entry.ts';
import type { Table } from '../clients/table.ts';
import { getItems } from '../dynamodb/items.ts';

/** The project whose register is read. */
export interface RegisterOf {
  organizationId: string;
  projectId: string;
}

/**
 * Sort keys of the changes stamped at `since` (epoch milliseconds) or later, page by page and strongly consistent. They
 * never move, so that pages together hold every change committed before the first one was asked for.
 */
export async function* readChanges(table: Table, of: RegisterOf, since: number): AsyncGenerator<string[]> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        KeyConditionExpression: '#partition = :partition AND #sort >= :since',
        ProjectionExpression: '#sort',
        ExpressionAttributeNames: { '#partition': KEY.partition, '#sort': KEY.sort },
        ExpressionAttributeValues: {
          ':partition': changePartition(of.organizationId, of.projectId),
          ':since': new Date(since).toISOString(),
        },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    yield (Items ?? []).map((item) => String(item[KEY.sort]));
    from = LastEvaluatedKey;
  } while (from);
}

/** A field that an entry lacks, since it was written before there was such a field, is none. */
const Stored = RegisterEntry.partial();

const lineOf = (entry: z.infer<typeof Stored>): RegisterLine => ({
  ...(Object.fromEntries(LINE_FIELDS.map((field) => [field, entry[field] ?? null])) as Omit<
    RegisterLine,
    'uploaded_by'
  >),
  uploaded_by: entry.uploaded_by?._id ?? null,
});

/** The most that one batch read takes. */
const BATCH = 100;

/** The entries of documents as they stand, strongly consistent; of one that is gone, undefined. */
export async function* readLines(
  table: Table,
  { organizationId, projectId }: RegisterOf,
  ids: readonly string[],
): AsyncGenerator<[id: string, line: RegisterLine | undefined]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const items = await getItems(
      table,
      Stored,
      batch.map((id) => registerKey(organizationId, projectId, id)),
    );
    for (const [index, id] of batch.entries()) {
      const entry = items[index];
      yield [id, entry && lineOf(entry)];
    }
  }
}
