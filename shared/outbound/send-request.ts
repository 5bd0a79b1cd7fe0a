import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { OutboundError } from '../domain/outbound-error.ts';
import type { OutboundAnswer, OutboundRequest } from '../ports.ts';
import { notPublic } from './callable-url.ts';

/** The options and limits of a connection. */
export interface Terms {
  lookup: http.RequestOptions['lookup'];
  /** Checks the address of the connected peer. */
  allowsPeer: (address: string) => boolean;
  signal: AbortSignal;
  maximumBytes: number;
  /** Only the status and the headers count: the body is read, up to the maximum, and dropped; it may end in any way. */
  ignoresBody: boolean;
}

const REFUSED_BY_TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME)/;
const NO_HTTP = /^(HPE_)/;

/** Converts an error without its text, which may contain addresses. */
const failure = (error: unknown, signal: AbortSignal): OutboundError => {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) return new OutboundError('timeout', 'The system did not answer in time');
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (REFUSED_BY_TLS.test(code))
    return new OutboundError('tls', "The system's TLS certificate or protocol was rejected");
  if (NO_HTTP.test(code)) return new OutboundError('response', 'The response of the system is not valid HTTP');
  return new OutboundError('connection', 'The connection to the system failed');
};

const joined = (message: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );

const bodyOf = async (message: IncomingMessage, maximumBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new OutboundError('too_large', `The response is above ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Ends the request if the connected peer is not permitted, before the TLS handshake. */
const checkPeer = (socket: Socket, request: http.ClientRequest, allows: Terms['allowsPeer']): void => {
  const check = () => {
    if (!allows(socket.remoteAddress ?? '')) request.destroy(notPublic());
  };
  // Before Node's own listeners, the first of which begins the TLS handshake.
  if (socket.connecting) socket.prependOnceListener('connect', check);
  else check();
};

/**
 * Sends one request on a connection of its own and returns the response, without following redirects or using proxies
 * of the environment.
 * @throws OutboundError
 */
export const exchange = async (
  url: URL,
  given: Omit<OutboundRequest, 'url'>,
  terms: Terms,
): Promise<OutboundAnswer> => {
  const { signal } = terms;
  const module = url.protocol === 'https:' ? https : http;
  const agent = new module.Agent({ keepAlive: false, maxSockets: 1 });
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { method: given.method, headers: { ...given.headers }, lookup: terms.lookup, agent, signal };
  try {
    const request = module.request(url, { ...options, maxHeaderSize: 16 * 1024, insecureHTTPParser: false });
    request.on('socket', (socket) => checkPeer(socket, request, terms.allowsPeer));
    request.on('response', resolve);
    request.on('error', reject);
    // An unrequested switch to another protocol ends the request without an error.
    request.on('close', () => reject(new OutboundError('response', 'The response of the system is not valid HTTP')));
    request.end(given.body);
    const message = await answered;
    const head = { status: message.statusCode ?? 0, headers: joined(message) };
    try {
      // Read nonetheless, because a receiver may stop its work when the connection closes early.
      if (terms.ignoresBody) {
        await bodyOf(message, terms.maximumBytes).catch(() => undefined);
        return { ...head, body: new Uint8Array() };
      }
      const body = await bodyOf(message, terms.maximumBytes);
      // A body that ends with the connection counts as complete, even if the timeout closed it.
      signal.throwIfAborted();
      return { ...head, body };
    } finally {
      message.destroy();
      request.destroy();
    }
  } catch (error) {
    throw failure(error, signal);
  } finally {
    agent.destroy();
  }
};
