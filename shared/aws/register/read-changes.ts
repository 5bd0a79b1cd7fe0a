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
 * Yields the sort keys of the changes stamped at `since` (epoch milliseconds) or later, page by page and strongly
 * consistent. Change items never move, so the pages together contain every change committed before the first request.
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

/** A field missing from an entry that was written before the field existed is null. */
const Stored = RegisterEntry.partial();

const lineOf = (entry: z.infer<typeof Stored>): RegisterLine => ({
  ...(Object.fromEntries(LINE_FIELDS.map((field) => [field, entry[field] ?? null])) as Omit<
    RegisterLine,
    'uploaded_by'
  >),
  uploaded_by: entry.uploaded_by?._id ?? null,
});

/** The maximum number of entries of a batch read. */
const BATCH = 100;

/** Yields the current entries of documents, strongly consistent; undefined for a deleted one. */
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
