import * as z from 'zod';
import { BUSY_FIELDS, GSI1, KEY } from '../../../shared/table/definition.ts';

/** An item or a key in the format of DynamoDB's API. */
type Item = Record<string, unknown>;
const Item = z.record(z.string(), z.unknown());
const Key = z.looseObject({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) });
const Member = z.object({ TableName: z.string(), Key: Key.optional(), Item: Key.optional() });
const Written = z.object({
  ...Member.partial().shape,
  TransactItems: z.array(z.record(z.string(), Member.loose())).optional(),
  RequestItems: z
    .record(
      z.string(),
      z.array(
        z.object({
          PutRequest: z.object({ Item: Key }).optional(),
          DeleteRequest: z.object({ Key }).optional(),
        }),
      ),
    )
    .optional(),
});
const Query = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  ConsistentRead: z.boolean().optional(),
  KeyConditionExpression: z.string(),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: z.record(z.string(), z.looseObject({ S: z.string().optional() })).default({}),
  ScanIndexForward: z.boolean().default(true),
});
type Query = z.infer<typeof Query>;
const Get = z.object({ TableName: z.string(), Key, ConsistentRead: z.boolean().optional() });

/** The table and key of a written item. */
export interface ItemPlace {
  table: string;
  pk: string;
  sk: string;
}
const placeOf = (table: string, { pk, sk }: z.infer<typeof Key>): ItemPlace => ({ table, pk: pk.S, sk: sk.S });
const nameOf = ({ table, pk, sk }: ItemPlace): string => JSON.stringify([table, pk, sk]);

const WRITE = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem)$/;

/** Returns the items that a request may write; none for a read. */
export const writtenBy = (target: string, body: unknown): ItemPlace[] => {
  if (!WRITE.test(target)) return [];
  const { success, data } = Written.safeParse(body);
  if (!success) return [];
  const members = (data.TransactItems ?? []).flatMap(({ ConditionCheck: _, ...writes }) => Object.values(writes));
  const own = data.TableName === undefined ? [] : [{ ...data, TableName: data.TableName }];
  const plain = [...own, ...members].flatMap(({ TableName, Key: key, Item: item }) => {
    const named = key ?? item;
    return named ? [placeOf(TableName, named)] : [];
  });
  const batched = Object.entries(data.RequestItems ?? {}).flatMap(([table, requests]) =>
    requests.flatMap(({ PutRequest, DeleteRequest }) => {
      const named = PutRequest?.Item ?? DeleteRequest?.Key;
      return named ? [placeOf(table, named)] : [];
    }),
  );
  return [...plain, ...batched];
};

const textOf = (item: Item | undefined, name: string): string | undefined =>
  (item?.[name] as { S?: string } | undefined)?.S;

/** Returns a predicate for the values of a key attribute that satisfy the condition. */
const conditionOn = (query: Query, attribute: string): ((value: string) => boolean) => {
  const nameIn = (text: string) => query.ExpressionAttributeNames[text] ?? text;
  const boundOf = (text = '') => query.ExpressionAttributeValues[text]?.S ?? '';
  const condition = query.KeyConditionExpression;
  const checks: ((value: string) => boolean)[] = [];
  for (const [, name = '', operator, right] of condition.matchAll(/([#\w]+)\s*(<=|>=|=|<|>)\s*(:\w+)/g)) {
    if (nameIn(name) !== attribute) continue;
    const bound = boundOf(right);
    checks.push((value) => {
      if (operator === '=') return value === bound;
      if (operator === '<') return value < bound;
      if (operator === '<=') return value <= bound;
      return operator === '>' ? value > bound : value >= bound;
    });
  }
  for (const [, name = '', right] of condition.matchAll(/begins_with\s*\(\s*([#\w]+)\s*,\s*(:\w+)\s*\)/gi)) {
    if (nameIn(name) === attribute) checks.push((value) => value.startsWith(boundOf(right)));
  }
  for (const [, name = '', low, high] of condition.matchAll(/([#\w]+)\s+BETWEEN\s+(:\w+)\s+AND\s+(:\w+)/gi)) {
    if (nameIn(name) === attribute) checks.push((value) => value >= boundOf(low) && value <= boundOf(high));
  }
  return (value) => checks.every((check) => check(value));
};

const PROJECTED: readonly string[] = [...Object.values(KEY), GSI1.partition, GSI1.sort, ...BUSY_FIELDS];
const projected = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => PROJECTED.includes(name)));

/**
 * Items as they were before their last write. Eventually consistent reads, and every read of the index, return them a
 * number of times, as DynamoDB may for a moment. The limit of a query is ignored.
 */
export class OlderItems {
  readonly #reads: number;
  readonly #older = new Map<string, { place: ItemPlace; item: Item | undefined; left: number }>();

  /** @param reads number of reads that return an older item */
  constructor(reads: number) {
    this.#reads = reads;
  }

  /** Records the item before a write that has succeeded. */
  remember(place: ItemPlace, item: Item | undefined): void {
    this.#older.set(nameOf(place), { place, item, left: this.#reads });
  }

  /** Returns the older item; undefined if readers see the current one. */
  #take(name: string): { item: Item | undefined } | undefined {
    const older = this.#older.get(name);
    if (!older) return undefined;
    older.left--;
    if (older.left <= 0) this.#older.delete(name);
    return older;
  }

  /** Returns the response to a read, given the response from the current items. */
  answer(target: string, body: unknown, answered: unknown): unknown {
    if (target.endsWith('.GetItem')) return this.#get(Get.parse(body), answered);
    if (target.endsWith('.Query')) return this.#query(Query.parse(body), answered);
    return answered;
  }

  #get({ TableName, Key: key, ConsistentRead: isConsistent }: z.infer<typeof Get>, answered: unknown): unknown {
    const older = isConsistent ? undefined : this.#take(nameOf(placeOf(TableName, key)));
    if (!older) return answered;
    return older.item ? { Item: older.item } : {};
  }

  #query(query: Query, answered: unknown): unknown {
    const index = query.IndexName !== undefined;
    if (query.ConsistentRead) return answered;
    const answer = z.looseObject({ Items: z.array(Item).default([]) }).parse(answered);
    const [partition, sort] = index ? [GSI1.partition, GSI1.sort] : [KEY.partition, KEY.sort];
    const [isInPartition, isInRange] = [conditionOn(query, partition), conditionOn(query, sort)];
    const fits = (item: Item | undefined): item is Item => {
      const [first, second] = [textOf(item, partition), textOf(item, sort)];
      return first !== undefined && second !== undefined && isInPartition(first) && isInRange(second);
    };
    const standing = new Map(answer.Items.map((item) => [nameOf(placeOf(query.TableName, Key.parse(item))), item]));
    for (const [name, { place, item }] of [...this.#older]) {
      if (place.table !== query.TableName || !(standing.has(name) || fits(item))) continue;
      const older = this.#take(name);
      if (fits(older?.item)) standing.set(name, index ? projected(older.item) : older.item);
      else standing.delete(name);
    }
    const direction = query.ScanIndexForward ? 1 : -1;
    const sortOf = (item: Item) => textOf(item, sort) ?? '';
    const items = [...standing.values()].sort((a, b) => direction * (sortOf(a) < sortOf(b) ? -1 : 1));
    return { ...answer, Items: items, Count: items.length };
  }
}
