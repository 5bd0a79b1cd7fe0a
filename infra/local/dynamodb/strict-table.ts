import { Agent, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { CalledPart, PartAnswer, PartRequest } from '../in-process-handler.ts';
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

export type AnswerTable = CalledPart['answer'];

/** As many as the clients of the SDK have. */
const CONNECTIONS = 64;

/** Reads a stream to its end. */
const contentOf = (stream: Readable): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('The connection was closed before the end of the message.')));
  });

const single = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Passes requests on to the table at an endpoint. */
const sender = (endpoint: string): { send: AnswerTable; close: () => void } => {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send: AnswerTable = ({ path, headers, body }) =>
    new Promise((resolve, reject) => {
      const passed = forward({ agent, hostname, port, method: 'POST', path, headers }, (answered) => {
        const { statusCode: status = 502 } = answered;
        contentOf(answered).then(
          (content) => resolve({ status, headers: single(answered.headers), body: content }),
          reject,
        );
      });
      passed.on('error', reject).end(body);
    });
  return { send, close: () => agent.destroy() };
};

const answerOf = (status: number, content: unknown): PartAnswer => {
  const body = Buffer.from(JSON.stringify(content));
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'content-length': String(body.length) },
    body,
  };
};

/**
 * Makes an embedded table, which executes requests one after the other, as strict as DynamoDB: concurrent writes
 * conflict, and limits apply that the table does not enforce. On request it throttles, and serves stale items to reads
 * that are not strongly consistent.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 *
 * @param send passes a request on to the embedded table
 */
function strictTable(
  send: AnswerTable,
  { throttledEvery, staleReads }: Strictness = { throttledEvery: 0, staleReads: 0 },
): AnswerTable {
  const underWay = new ItemsUnderWay();
  const older = new OlderItems(staleReads);
  let requests = 0;

  const itemAt = async ({ table, pk, sk }: ItemPlace, { headers, path }: PartRequest) => {
    const asked = JSON.stringify({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true });
    const content = Buffer.from(asked);
    const target = String(headers['x-amz-target']).replace(/\.\w+$/, '.GetItem');
    const replaced = { ...headers, 'x-amz-target': target, 'content-length': String(content.length) };
    const { body } = await send({ path, headers: replaced, body: content });
    return z.object({ Item: z.record(z.string(), z.unknown()).optional() }).parse(JSON.parse(body.toString())).Item;
  };

  return async (request) => {
    const target = request.headers['x-amz-target'] ?? '';
    const body: unknown = request.body.length > 0 ? JSON.parse(request.body.toString()) : undefined;
    const problem = target.startsWith('DynamoDB_') ? refusedByDynamoDb(body) : undefined;
    if (problem !== undefined) return answerOf(400, refusal('ValidationException', problem));
    if (throttledEvery > 0 && THROTTLED.test(target) && ++requests % throttledEvery === 0) {
      const { status, content } = throttled(target, body);
      return answerOf(status, content);
    }
    const began = underWay.begin(target, body);
    if (typeof began !== 'function') return answerOf(400, began.refusal);
    try {
      const places = staleReads > 0 ? writtenBy(target, body) : [];
      const before = await Promise.all(places.map(async (place) => ({ place, item: await itemAt(place, request) })));
      const answered = await send(request);
      if (answered.status === 200) for (const { place, item } of before) older.remember(place, item);
      if (answered.status === 200 && staleReads > 0 && READ.test(target)) {
        return answerOf(200, older.answer(target, body, JSON.parse(answered.body.toString())));
      }
      return answered;
    } finally {
      began();
    }
  };
}

export type StrictTable = ServicePart & CalledPart;

/**
 * Starts a proxy before an embedded table that is as strict as DynamoDB.
 *
 * @param endpoint of the embedded table
 */
export async function startStrictTable(endpoint: string, strictness?: Strictness): Promise<StrictTable> {
  const { send, close } = sender(endpoint);
  const answer = strictTable(send, strictness);
  const part = await startPart(async (request, response) => {
    try {
      const { url: path = '/', headers } = request;
      const answered = await answer({ path, headers: single(headers), body: await contentOf(request) });
      response.writeHead(answered.status, answered.headers).end(answered.body);
    } catch {
      response.destroy();
    }
  });
  return {
    ...part,
    answer,
    async stop() {
      await part.stop();
      close();
    },
  };
}
