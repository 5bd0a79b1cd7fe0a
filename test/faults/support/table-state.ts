import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
  UpdateTableCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { watched } from '../../../shared/aws/clients/watched.ts';
import { environment, required } from '../../../shared/environment.ts';
import type { SdkAttempt } from '../../support/sdk-calls.ts';

type Item = Record<string, AttributeValue>;
/** Items by table and key. */
export type Items = ReadonlyMap<string, Item>;

const keyOf = ({ pk, sk }: Item): Item => ({ pk: pk as AttributeValue, sk: sk as AttributeValue });
const nameOf = (table: string, { pk, sk }: Item): string => `${table}\n${pk?.S}\n${sk?.S}`;

interface Touching {
  TableName?: string;
  Key?: Item;
  Item?: Item;
}
/** The items that a call to the table may change. */
const touchedBy = ({ operation, body }: SdkAttempt): [table: string, key: Item][] => {
  const asked = JSON.parse(body);
  const place = ({ TableName = '', Key, Item }: Touching): [string, Item] => [TableName, keyOf((Key ?? Item) as Item)];
  if (/^(Put|Update|Delete)Item$/.test(operation)) return [place(asked)];
  if (operation === 'TransactWriteItems') {
    const members = asked.TransactItems as Record<string, Touching>[];
    return members.filter((member) => !member.ConditionCheck).map((member) => place(Object.values(member)[0] ?? {}));
  }
  if (operation !== 'BatchWriteItem') return [];
  return Object.entries(asked.RequestItems as Record<string, WriteRequest[]>).flatMap(([table, requests]) =>
    requests.map((request): [string, Item] => {
      const { Key, Item } = (request.PutRequest ?? request.DeleteRequest) as { Key?: Item; Item?: Item };
      return [table, keyOf((Key ?? Item) as Item)];
    }),
  );
};

/**
 * Items beside the records' state: counters, idempotency keys, ends of leases, and claims on contents, which anybody
 * can take once their holder is deleted or was never stored.
 */
const ASIDE = /#LIMITS#|#IDEMPOTENCY#|\nLEASE#|\nCALLS#|\nSHA256#/;
/** A gate that is closed only while a project's records are counted opens by itself. */
export const isAside = (name: string, item: Item): boolean =>
  ASIDE.test(name) || (name.endsWith('\nGATE') && item.is_deleted === undefined);

const BATCH_READ = 100;
const BATCH_WRITE = 25;

/** Reads the tables of the service in this process, and restores them item by item. */
export const openTables = async () => {
  const client = watched(new DynamoDBClient(), 'DynamoDB');
  const tables = [required(environment(), 'TABLE_NAME'), required(environment(), 'CREDENTIALS_TABLE_NAME')];
  // Nothing reads the stream here, and the embedded table slows down with every change that it keeps for it.
  await client.send(new UpdateTableCommand({ TableName: tables[0], StreamSpecification: { StreamEnabled: false } }));

  /** The content of the named items. */
  const read = async (names: readonly string[]): Promise<Items> => {
    const found = new Map<string, Item>();
    for (let start = 0; start < names.length; start += BATCH_READ) {
      const RequestItems: Record<string, { Keys: Item[]; ConsistentRead: true }> = {};
      for (const name of names.slice(start, start + BATCH_READ)) {
        const [table = '', pk = '', sk = ''] = name.split('\n');
        RequestItems[table] ??= { Keys: [], ConsistentRead: true };
        RequestItems[table].Keys.push({ pk: { S: pk }, sk: { S: sk } });
      }
      const { Responses = {} } = await client.send(new BatchGetItemCommand({ RequestItems }));
      for (const [table, items] of Object.entries(Responses))
        for (const item of items) found.set(nameOf(table, item), item);
    }
    return found;
  };

  return {
    /** Everything, by a scan. */
    all: async (): Promise<Items> => {
      const found = new Map<string, Item>();
      for (const table of tables) {
        for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
          for (const item of Items) found.set(nameOf(table, item), item);
        }
      }
      return found;
    },

    /** Records the items that calls may change. */
    touched: (calls: Iterable<SdkAttempt>): string[] => {
      const names = new Set<string>();
      for (const call of calls) {
        if (call.service !== 'DynamoDB') continue;
        for (const [table, key] of touchedBy(call)) names.add(nameOf(table, key));
      }
      return [...names];
    },

    read,

    /** Restores the named items. */
    restore: async (names: readonly string[], before: Items): Promise<void> => {
      for (let start = 0; start < names.length; start += BATCH_WRITE) {
        const RequestItems: Record<string, WriteRequest[]> = {};
        for (const name of names.slice(start, start + BATCH_WRITE)) {
          const [table = '', pk = '', sk = ''] = name.split('\n');
          const item = before.get(name);
          RequestItems[table] ??= [];
          RequestItems[table].push(
            item ? { PutRequest: { Item: item } } : { DeleteRequest: { Key: { pk: { S: pk }, sk: { S: sk } } } },
          );
        }
        await client.send(new BatchWriteItemCommand({ RequestItems }));
      }
    },

    end: () => client.destroy(),
  };
};
export type Tables = Awaited<ReturnType<typeof openTables>>;
