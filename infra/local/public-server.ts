import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody } from './error-body.ts';
import { sendDetail } from './gateway/response.ts';
import { errorCode } from './local-error.ts';
import { cutOff, hasUnreadBody } from './unread-body.ts';

export type HttpListener = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface PublicServer {
  server: Server;
  /** Serves the prefix and all paths below it. */
  mount(prefix: string, listener: HttpListener): void;
  /** Opens the server; until then every request gets a 503. */
  open(): void;
}

const SILENCE_MILLISECONDS = 60_000;

const loopbackNames = /^(localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Creates the server on the machine's fixed port, which dispatches to services by path prefix. Requests for another
 * host name are rejected: a web page whose name an attacker points at 127.0.0.1 must not reach this machine's services.
 *
 * @param silenceMilliseconds after which a client is disconnected that neither sends the rest of its request nor reads
 * the response
 */
export function createPublicServer(
  onError: (error: unknown) => void,
  silenceMilliseconds = SILENCE_MILLISECONDS,
): PublicServer {
  const mounts: { prefix: string; listener: HttpListener }[] = [];
  let opened = false;

  async function listener(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '/';
    const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
    if (!loopbackNames.test(request.headers.host ?? '')) {
      refuse(request, response, 421, 'This service answers on localhost only.');
    } else if (!opened) {
      refuse(request, response, 503, 'The service is starting.', { 'retry-after': '1' });
    } else if (mount === undefined) {
      refuse(request, response, 404, 'Not Found');
    } else {
      await mount.listener(request, response);
    }
  }

  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

  function handle(request: IncomingMessage, response: ServerResponse): void {
    latest.set(request.socket, { request, response });
    listener(request, response).catch((error: unknown) => {
      onError(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, 500, 'Internal Server Error');
    });
  }

  // Uploads over a slow connection may take long; the limit is for requests that never end.
  const timeouts = { requestTimeout: 60 * 60 * 1000, keepAliveTimeout: 60_000 };
  // A request without a host is rejected by the listener, which sends an error body.
  const server = createServer({ ...timeouts, requireHostHeader: false }, handle);
  server.on('checkContinue', handle);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    refuse(request, response, 417, 'The only expectation that can be met is 100-continue'),
  );
  server.on('clientError', refuseUnreadable);
  server.setTimeout(silenceMilliseconds, (socket) => {
    const exchange = latest.get(socket);
    // The server is still working: the request has been read, and none of the response is waiting for the client.
    const isWorking = exchange?.request.complete && !exchange.response.writableEnded && socket.writableLength === 0;
    if (!isWorking) socket.destroy();
  });
  return {
    server,
    mount(prefix, listener) {
      mounts.push({ prefix, listener });
    },
    open() {
      opened = true;
    },
  };
}

const UNREADABLE: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are larger than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/** Responds to invalid HTTP, which never becomes a request, with an error body like any other of the service. */
function refuseUnreadable(error: Error, socket: Duplex): void {
  if (errorCode(error) === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = UNREADABLE[errorCode(error) ?? ''] ?? [400, 'The request is not valid HTTP'];
  const requestId = randomUUID();
  const body = errorBody(status, detail, requestId);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `x-request-id: ${requestId}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  detail: string,
  headers: Record<string, string> = {},
): void {
  sendDetail(response, status, detail, { ...headers, ...(hasUnreadBody(request) ? { connection: 'close' } : {}) });
  cutOff(request);
}
