import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type ServicePart, startPart } from '../loopback.ts';
import type { KeyStore } from './key-store.ts';
import { KmsError, operations } from './operations.ts';

/** Starts the embedded KMS: the wire protocol of the service (AWS JSON 1.1) with the keys of the data directory. */
export function startKms(store: KeyStore): Promise<ServicePart> {
  return startPart((request, response) => {
    void answer(store, request, response);
  });
}

async function answer(store: KeyStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const target = String(request.headers['x-amz-target'] ?? '');
    const name = target.replace(/^TrentService\./, '');
    if (!Object.hasOwn(operations, name)) throw new KmsError('UnknownOperationException', `No operation ${target}`);
    const input: unknown = JSON.parse((await text(request)) || '{}');
    send(response, 200, operations[name]?.(store, input) ?? {});
  } catch (error) {
    const known = error instanceof SyntaxError ? new KmsError('SerializationException', error.message) : error;
    if (known instanceof KmsError) send(response, 400, { __type: known.type, message: known.message });
    else send(response, 500, { __type: 'KMSInternalException', message: 'internal error' });
  }
}

function send(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
}
