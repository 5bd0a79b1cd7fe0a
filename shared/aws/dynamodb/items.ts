import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  type NativeAttributeValue,
  PutCommand,
  paginateQuery,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { ZodType } from 'zod';
import { Expression } from '../../table/expression.ts';
import type { Key } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { patience } from './patience.ts';
import { Refusal } from './refusal.ts';

export type Item = Record<string, NativeAttributeValue>;

/** The maximum number of keys of a batch read. */
const BATCH = 100;

/** Returns the item by a strongly consistent read; undefined if it does not exist. */
export const getItem = async <T>(table: Table, schema: ZodType<T>, key: Key): Promise<T | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true }),
  );
  return Item && schema.parse(Item);
};

const nameOf = ({ pk, sk }: Item): string => `${pk}\n${sk}`;

/** Reads at most 100 keys; unprocessed keys are requested again. */
const getBatch = async (table: Table, keys: readonly Key[], found: Map<string, Item>): Promise<void> => {
  let wanted: Item[] = keys.map((key) => ({ ...key }));
  for (const wait = patience('DynamoDB is throttling requests'); wanted.length > 0; ) {
    const { Responses, UnprocessedKeys } = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[table.name] ?? []) found.set(nameOf(item), item);
    wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    if (wanted.length > 0) await wait();
  }
};

/** Returns the items by strongly consistent reads, in the order of `keys`; absent ones are undefined. */
export const getItems = async <T>(
  table: Table,
  schema: ZodType<T>,
  keys: readonly Key[],
): Promise<(T | undefined)[]> => {
  const found = new Map<string, Item>();
  const distinct = [...new Map(keys.map((key) => [nameOf({ ...key }), key])).values()];
  for (let start = 0; start < distinct.length; start += BATCH) {
    await getBatch(table, distinct.slice(start, start + BATCH), found);
  }
  return keys.map((key) => {
    const item = found.get(nameOf({ ...key }));
    return item && schema.parse(item);
  });
};

/** A range of sort keys in one partition. */
export interface ItemRange {
  partition: string;
  /** The prefix of the sort keys. */
  prefix?: string;
  /** The first sort key, inclusive. */
  from?: string;
  /** The upper bound of the sort keys, exclusive. */
  upTo?: string;
  /** Start after this sort key, in the requested direction. */
  after?: string | undefined;
  /** In descending order. */
  backwards?: boolean;
  /** Attributes to read; all if absent. */
  fields?: readonly string[];
  /** The maximum number of items; all if absent. */
  limit?: number;
}

/** Returns the parameters of a query that reads a range, strongly consistent. */
const queryOf = (
  table: Table,
  { partition, prefix, from, upTo, after, backwards, fields }: ItemRange,
): QueryCommandInput => {
  const expression = new Expression();
  const conditions = [`${expression.name('pk')} = ${expression.value(partition)}`];
  if (from !== undefined) conditions.push(`${expression.name('sk')} >= ${expression.value(from)}`);
  else if (upTo !== undefined) conditions.push(`${expression.name('sk')} < ${expression.value(upTo)}`);
  else if (prefix) conditions.push(`begins_with(${expression.name('sk')}, ${expression.value(prefix)})`);
  const names = fields?.map((field) => expression.name(field));
  return {
    TableName: table.name,
    KeyConditionExpression: conditions.join(' AND '),
    ...(names && { ProjectionExpression: names.join(', ') }),
    ...expression.build(),
    ...(after !== undefined && { ExclusiveStartKey: { pk: partition, sk: after } }),
    ScanIndexForward: !backwards,
    ConsistentRead: true,
  };
};

/** Yields the items of a range in the order of their sort keys, strongly consistent, holding one page in memory. */
export const eachItem = async function* <T>(table: Table, schema: ZodType<T>, range: ItemRange): AsyncGenerator<T> {
  const { limit = Number.POSITIVE_INFINITY } = range;
  let count = 0;
  const pages = paginateQuery(
    { client: table.client, ...(limit < 1000 && { pageSize: limit }) },
    queryOf(table, range),
  );
  for await (const { Items } of pages) {
    for (const item of Items ?? []) {
      yield schema.parse(item);
      if (++count >= limit) return;
    }
  }
};

/** Returns the number of items in a range, strongly consistent. It costs what reading them costs, but returns none. */
export const countItems = async (table: Table, range: Pick<ItemRange, 'partition' | 'prefix'>): Promise<number> => {
  let count = 0;
  const pages = paginateQuery({ client: table.client }, { ...queryOf(table, range), Select: 'COUNT' });
  for await (const { Count = 0 } of pages) count += Count;
  return count;
};

/** As `eachItem`, but returns all items at once. */
export const queryItems = async <T>(table: Table, schema: ZodType<T>, range: ItemRange): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of eachItem(table, schema, range)) found.push(item);
  return found;
};

/**
 * Sends a write of one item, and retries it while a transaction holds the item: such an attempt has had no effect.
 * Returns a refusal if the condition failed.
 * @throws Unavailable if transactions keep conflicting
 */
const write = async <T>(send: () => Promise<T>): Promise<T | Refusal> => {
  for (const wait = patience(); ; ) {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return new Refusal(error.Item && unmarshall(error.Item));
      if (!(error instanceof TransactionConflictException)) throw error;
      await wait();
    }
  }
};

const refusalOfWrite = async (send: () => Promise<unknown>): Promise<Refusal | undefined> => {
  const written = await write(send);
  return written instanceof Refusal ? written : undefined;
};

/** Stores the item, optionally under a condition. */
export const putItem = (
  table: Table,
  item: Item & Key,
  condition: Expression = new Expression(),
): Promise<Refusal | undefined> =>
  refusalOfWrite(() => table.client.send(new PutCommand({ TableName: table.name, Item: item, ...condition.build() })));

/** Changes the item under the expression's condition, and returns the item after this write. */
export const updateItem = async <T>(
  table: Table,
  schema: ZodType<T>,
  key: Key,
  expression: Expression,
): Promise<T | Refusal> => {
  const update = { TableName: table.name, Key: { ...key }, ...expression.build(), ReturnValues: 'ALL_NEW' as const };
  const written = await write(() => table.client.send(new UpdateCommand(update)));
  return written instanceof Refusal ? written : schema.parse(written.Attributes);
};

/** As `updateItem`, for callers that do not need the item. */
export const updateUnseen = (table: Table, key: Key, expression: Expression): Promise<Refusal | undefined> =>
  refusalOfWrite(() =>
    table.client.send(new UpdateCommand({ TableName: table.name, Key: { ...key }, ...expression.build() })),
  );

/** Removes the item under a condition. */
export const deleteItem = (table: Table, key: Key, condition: Expression): Promise<Refusal | undefined> =>
  refusalOfWrite(() =>
    table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...key }, ...condition.build() })),
  );
