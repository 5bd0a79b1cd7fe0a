import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sendDetail } from './gateway/response.ts';
import { cutOff, hasUnreadBody } from './linger.ts';

export type HttpListener = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface PublicServer {
  server: Server;
  /** Serves paths that are the prefix or below it. */
  mount(prefix: string, listener: HttpListener): void;
  /** Until then every request is answered with 503. */
  open(): void;
}

const loopbackNames = /^(localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * The one server of the machine's fixed port, with its parts told apart by prefix. Requests for another host name are
 * refused: a web page whose name an attacker points at 127.0.0.1 must not reach what is meant for this machine.
 */
export function createPublicServer(onError: (error: unknown) => void): PublicServer {
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

  function handle(request: IncomingMessage, response: ServerResponse): void {
    listener(request, response).catch((error: unknown) => {
      onError(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, 500, 'Internal Server Error');
    });
  }

  // Uploads over a slow line may take long; the limit is for requests that never end.
  const server = createServer({ requestTimeout: 60 * 60 * 1000, keepAliveTimeout: 60_000 }, handle);
  server.on('checkContinue', handle);
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
