import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptBody } from '../unread-body.ts';

/** Lambda accepts events of 6 MB, which must hold headers, context and the base64 of binary bodies. */
const eventLimit = 6 * 1024 * 1024;
const roomForTheRest = 128 * 1024;
const textLimit = eventLimit - roomForTheRest;
const binaryLimit = Math.floor((textLimit * 3) / 4);

/** Returns the bytes of body that fit into an event: about 4.4 MiB sent as base64, 5.9 MiB as text. */
export function bodyLimit(binary: boolean): number {
  return binary ? binaryLimit : textLimit;
}

/** Whether the event as JSON is within Lambda's limit: escaping can double the size of a text body. */
export function fitsInEvent(event: object, bodyBytes: number): boolean {
  return bodyBytes < eventLimit / 8 || Buffer.byteLength(JSON.stringify(event)) <= eventLimit;
}

/** Whether the request declares a body above the limit. */
function announcesTooMuch(request: IncomingMessage, limit: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > limit;
}

/** As long as the largest body takes at 0.8 Mbit/s; larger files are sent to the object store. */
const bodyMilliseconds = 60_000;

/**
 * Reads the body; undefined as soon as it exceeds the limit, with the rest left unread. A client that has not sent all
 * of it in time is disconnected.
 *
 * @throws Error if the connection is closed before the body's end
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  withinMilliseconds = bodyMilliseconds,
): Promise<Buffer | undefined> {
  if (announcesTooMuch(request, limit)) return undefined;
  acceptBody(request, response);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > limit) {
      request.off('data', onData).pause();
      resolve(undefined);
    }
  };
  request.on('data', onData);
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('error', reject);
  request.once('close', () => reject(new Error('The client disconnected while sending the body.')));
  const timer = setTimeout(() => request.destroy(), withinMilliseconds);
  return promise.finally(() => clearTimeout(timer));
}
