import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';

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

/** What the SDK passes to a request handler and expects of it, as far as a table needs it. */
interface SdkRequest {
  headers: Record<string, string>;
  body: string | Uint8Array;
}
interface SdkResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * A request handler for clients of the SDK that calls a table through a function of this process. A connection between
 * parts of one process would take a quarter of the processor time of a request to the service.
 */
export class TableHandler {
  readonly #call: TableCall;

  constructor(call: TableCall) {
    this.#call = call;
  }

  async handle({ headers, body: sent }: SdkRequest): Promise<{ response: SdkResponse }> {
    const content = typeof sent === 'string' ? sent : Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
    const { status: statusCode, headers: answered, body } = await this.#call({ headers, body: content });
    return { response: { statusCode, headers: answered as Record<string, string>, body } };
  }
}
