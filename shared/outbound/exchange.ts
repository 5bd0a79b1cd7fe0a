import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { OutboundError } from '../domain/outbound-error.ts';
import type { OutboundAnswer, OutboundRequest } from '../ports.ts';
import { notPublic } from './callable-url.ts';

/** What a socket is opened and held to. */
export interface Terms {
  lookup: http.RequestOptions['lookup'];
  /** Holds the address of the peer that answered against the rule. */
  allowsPeer: (address: string) => boolean;
  signal: AbortSignal;
  maximumBytes: number;
}

const REFUSED_BY_TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME)/;
const NO_HTTP = /^(HPE_)/;

/** Nothing of an error's own text goes on: it names addresses. */
const failure = (error: unknown, signal: AbortSignal): OutboundError => {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) return new OutboundError('timeout', 'The system did not answer in time');
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
  if (REFUSED_BY_TLS.test(code))
    return new OutboundError('tls', "The system's TLS certificate or protocol was refused");
  if (NO_HTTP.test(code)) return new OutboundError('response', 'What the system answered is not HTTP');
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
    if (bytes > maximumBytes) throw new OutboundError('too_large', `The answer is above ${maximumBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Ends the request unless the peer that the socket has reached may be spoken to; TLS has said nothing yet by then. */
const holdPeer = (socket: Socket, request: http.ClientRequest, allows: Terms['allowsPeer']): void => {
  const check = () => {
    if (!allows(socket.remoteAddress ?? '')) request.destroy(notPublic());
  };
  // Before the listeners of Node's own, the first of which begins the TLS handshake.
  if (socket.connecting) socket.prependOnceListener('connect', check);
  else check();
};

/**
 * One request and its answer on a connection of its own, without redirects. Proxies of the environment are not used.
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
    request.on('socket', (socket) => holdPeer(socket, request, terms.allowsPeer));
    request.on('response', resolve);
    request.on('error', reject);
    // A switch to another protocol that nobody asked for ends the request without an error.
    request.on('close', () => reject(new OutboundError('response', 'What the system answered is not HTTP')));
    request.end(given.body);
    const message = await answered;
    try {
      const body = await bodyOf(message, terms.maximumBytes);
      // A body that ends with its connection counts as complete, also where the time-out closed that connection.
      signal.throwIfAborted();
      return { status: message.statusCode ?? 0, headers: joined(message), body };
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
