import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

type RequestHandler = Extract<NonNullable<DynamoDBClientConfig['requestHandler']>, { handle: unknown }>;

/** A request to a table in DynamoDB's protocol: `x-amz-target` names the operation. */
export interface TableRequest {
  headers: IncomingHttpHeaders;
  body: string | Buffer;
}

export interface TableResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request to a table. Rejects if the table does not respond. */
export type TableCall = (request: TableRequest) => Promise<TableResponse>;

/** Returns a function that sends requests to an embedded table over connections that are kept. */
export const callsTo = (endpoint: string): TableCall => {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return ({ headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = send({ hostname, port, agent, method: 'POST', path: '/', headers }, (response) => {
        const { statusCode: status = 502, headers: answered } = response;
        buffer(response).then((content) => resolve({ status, headers: answered, body: content }), reject);
      });
      sent.on('error', reject).end(body);
    });
};

/** What the SDK passes to a request handler, as far as a table needs it. */
interface SdkRequest {
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/**
 * Returns a request handler for clients of the SDK that calls a table through a function of this process. A connection
 * between parts of one process would take a quarter of the processor time of a request to the service.
 */
export const handlerFor = (call: TableCall): RequestHandler => ({
  handle: async ({ headers, body: sent }: SdkRequest) => {
    const { status: statusCode, headers: answered, body } = await call({ headers, body: Buffer.from(sent) });
    return { response: { statusCode, headers: answered as Record<string, string>, body } };
  },
});
