import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { type Part, startPart } from '../loopback.ts';

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

/**
 * Starts a proxy before an embedded table, which executes requests one after the other, so that concurrent writes
 * conflict as they do in DynamoDB.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 *
 * @param endpoint of the embedded table
 */
export function startStrictTable(endpoint: string): Promise<Part> {
  const underWay = new ItemsUnderWay();
  const { hostname, port } = new URL(endpoint);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const target = String(request.headers['x-amz-target'] ?? '');
    const began = underWay.begin(target, body.length > 0 ? JSON.parse(body.toString()) : undefined);
    if (typeof began !== 'function') {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(began.refusal));
      return;
    }
    const { method, url, headers } = request;
    const passed = forward({ hostname, port, method, path: url, headers }, (answered) => {
      began();
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    passed.on('error', () => {
      began();
      response.destroy();
    });
    passed.end(body);
  };
  return startPart((request, response) => void answer(request, response).catch(() => response.destroy()));
}
