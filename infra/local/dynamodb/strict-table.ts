import { request as forward, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { type ServicePart, startPart } from '../loopback.ts';
import { type ItemPlace, OlderItems, writtenBy } from './older-items.ts';
import { refusedByDynamoDb } from './refused-by-dynamodb.ts';

const Key = z.looseObject({ pk: z.unknown(), sk: z.unknown() });
const Member = z.object({ TableName: z.string(), Key: Key.optional(), Item: Key.optional() });
type Member = z.infer<typeof Member>;
const Transaction = z.object({
  TransactItems: z.array(
    z.object({
      Put: Member.optional(),
      Update: Member.optional(),
      Delete: Member.optional(),
      ConditionCheck: Member.optional(),
    }),
  ),
});

const PLAIN = /\.(PutItem|UpdateItem|DeleteItem)$/;
const TRANSACTION = /\.TransactWriteItems$/;
const READ = /\.(GetItem|Query)$/;
const THROTTLED = /^DynamoDB_\d+\.(GetItem|Query|(Put|Update|Delete)Item|TransactWriteItems|Batch(Get|Write)Item)$/;

/** Returns an item's identity: its table and key. */
const nameOf = ({ TableName, Key: key, Item: item }: Member): string =>
  JSON.stringify([TableName, (key ?? item)?.pk, (key ?? item)?.sk]);

/** Returns the items that a request writes or checks, in order; undefined for a request that cannot conflict. */
const itemsOf = (target: string, body: unknown): { names: string[]; isTransaction: boolean } | undefined => {
  if (PLAIN.test(target)) return { names: [nameOf(Member.parse(body))], isTransaction: false };
  if (!TRANSACTION.test(target)) return undefined;
  const members = Transaction.parse(body).TransactItems.map(
    ({ Put, Update, Delete, ConditionCheck }) => Put ?? Update ?? Delete ?? ConditionCheck,
  );
  return { names: members.map((member) => (member ? nameOf(member) : '')), isTransaction: true };
};

const CONFLICT = 'Transaction is ongoing for the item';

/** The requests in progress on each item, which determine the conflicts that DynamoDB would report. */
export class ItemsUnderWay {
  readonly #transactions = new Map<string, number>();
  readonly #plain = new Map<string, number>();

  /**
   * Starts a request, or rejects it as DynamoDB does if a plain write conflicts with a transaction, or a transaction
   * with any other write.
   *
   * @returns a function that ends the request, or the body of the error response
   */
  begin(target: string, body: unknown): (() => void) | { refusal: Record<string, unknown> } {
    const items = itemsOf(target, body);
    if (!items) return () => {};
    const { names, isTransaction } = items;
    const isMet = (name: string): boolean => this.#transactions.has(name) || (isTransaction && this.#plain.has(name));
    if (names.some(isMet)) return { refusal: isTransaction ? cancelled(names.map(isMet)) : conflict };
    const underWay = isTransaction ? this.#transactions : this.#plain;
    for (const name of names) underWay.set(name, (underWay.get(name) ?? 0) + 1);
    return () => {
      for (const name of names) {
        const left = (underWay.get(name) ?? 1) - 1;
        if (left > 0) underWay.set(name, left);
        else underWay.delete(name);
      }
    };
  }
}

const conflict = { __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException', message: CONFLICT };

const cancelled = (met: readonly boolean[]) => {
  const codes = met.map((isMet) => (isMet ? 'TransactionConflict' : 'None'));
  return {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    CancellationReasons: codes.map((Code) => (Code === 'None' ? { Code } : { Code, Message: CONFLICT })),
  };
};

const refusal = (type: string, message: string) => ({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message });

const Batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });

/** DynamoDB's answer to a request that it throttles. A throttled batch succeeds with everything unprocessed. */
const throttled = (target: string, body: unknown): { status: number; content: Record<string, unknown> } => {
  if (target.endsWith('.BatchGetItem')) {
    return { status: 200, content: { Responses: {}, UnprocessedKeys: Batch.parse(body).RequestItems } };
  }
  if (target.endsWith('.BatchWriteItem')) {
    return { status: 200, content: { UnprocessedItems: Batch.parse(body).RequestItems } };
  }
  const message = 'Throughput exceeds the current capacity of your table or index.';
  if (!TRANSACTION.test(target)) return { status: 400, content: refusal('ThrottlingException', message) };
  const [first = { Code: 'None' }, ...others] = Transaction.parse(body).TransactItems.map(() => ({ Code: 'None' }));
  const content = {
    ...refusal('TransactionCanceledException', ''),
    Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons [ThrottlingError]',
    CancellationReasons: [{ ...first, Code: 'ThrottlingError', Message: message }, ...others],
  };
  return { status: 400, content };
};

export interface Strictness {
  /** Every nth request is throttled; 0: none. */
  throttledEvery: number;
  /** Eventually consistent reads after a write that return the previous item; 0: none. */
  staleReads: number;
}

/**
 * Starts a proxy before an embedded table, which executes requests one after the other, that is as strict as DynamoDB:
 * concurrent writes conflict, and limits apply that the table does not enforce. On request it throttles, and serves stale
 * items to reads that are not strongly consistent.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 *
 * @param endpoint of the embedded table
 */
export function startStrictTable(
  endpoint: string,
  { throttledEvery, staleReads }: Strictness = { throttledEvery: 0, staleReads: 0 },
): Promise<ServicePart> {
  const underWay = new ItemsUnderWay();
  const older = new OlderItems(staleReads);
  const { hostname, port } = new URL(endpoint);
  let requests = 0;

  interface Answer {
    status: number;
    headers: IncomingHttpHeaders;
    body: Buffer;
  }
  const send = (url: string, headers: IncomingHttpHeaders, body: string | Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const passed = forward({ hostname, port, method: 'POST', path: url, headers }, (answered) => {
        buffer(answered).then(
          (content) => resolve({ status: answered.statusCode ?? 502, headers: answered.headers, body: content }),
          reject,
        );
      });
      passed.on('error', reject).end(body);
    });

  const itemAt = async ({ table, pk, sk }: ItemPlace, { headers, url = '/' }: IncomingMessage) => {
    const asked = JSON.stringify({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true });
    const target = String(headers['x-amz-target']).replace(/\.\w+$/, '.GetItem');
    const length = String(Buffer.byteLength(asked));
    const { body } = await send(url, { ...headers, 'x-amz-target': target, 'content-length': length }, asked);
    return z.object({ Item: z.record(z.string(), z.unknown()).optional() }).parse(JSON.parse(body.toString())).Item;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await buffer(request);
    const target = String(request.headers['x-amz-target'] ?? '');
    const body: unknown = raw.length > 0 ? JSON.parse(raw.toString()) : undefined;
    const reply = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(content));
    const problem = target.startsWith('DynamoDB_') ? refusedByDynamoDb(body) : undefined;
    if (problem !== undefined) return void reply(400, refusal('ValidationException', problem));
    if (throttledEvery > 0 && THROTTLED.test(target) && ++requests % throttledEvery === 0) {
      const { status, content } = throttled(target, body);
      return void reply(status, content);
    }
    const began = underWay.begin(target, body);
    if (typeof began !== 'function') return void reply(400, began.refusal);
    try {
      const places = staleReads > 0 ? writtenBy(target, body) : [];
      const before = await Promise.all(places.map(async (place) => ({ place, item: await itemAt(place, request) })));
      const { status, headers, body: content } = await send(request.url ?? '/', request.headers, raw);
      if (status === 200) for (const { place, item } of before) older.remember(place, item);
      if (status === 200 && staleReads > 0 && READ.test(target)) {
        return void reply(200, older.answer(target, body, JSON.parse(content.toString())));
      }
      response.writeHead(status, headers).end(content);
    } finally {
      began();
    }
  };
  return startPart((request, response) => void answer(request, response).catch(() => response.destroy()));
}
