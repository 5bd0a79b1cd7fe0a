import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCode, LocalError } from './local-error.ts';

/** Listens on the loopback interface only and returns the port. `port` 0 selects any free one. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((error: unknown) => {
    if (errorCode(error) === 'EADDRINUSE') {
      throw new LocalError(
        `Port ${port} is in use: stop the program that has it, or choose another with PORT=${port + 1} npm start.`,
      );
    }
    if (errorCode(error) === 'EACCES') {
      throw new LocalError(`Port ${port} needs more rights than this user has: choose one above 1023 with PORT=…`);
    }
    throw error;
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Stops accepting connections, lets requests in progress finish for `graceMilliseconds`, then closes all connections.
 */
export async function closeServer(server: Server, graceMilliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearTimeout(timer);
}

/** An embedded service: a server on a free loopback port. */
export interface ServicePart {
  endpoint: string;
  stop(): Promise<void>;
}

/** Starts an HTTP listener as an embedded service. */
export async function startPart(listener: RequestListener): Promise<ServicePart> {
  const server = createServer(listener);
  const port = await listenOnLoopback(server, 0);
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => closeServer(server, 1000) };
}
