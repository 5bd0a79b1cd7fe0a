import type { RequestListener } from 'node:http';
import { createServer as createHttp } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

const listening = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};

/** A service inside the network that must not be reachable: counts connections and received data. */
export const internalListener = async () => {
  const seen = { connections: 0, bytes: 0 };
  const port = await listening(
    createServer((socket) => {
      seen.connections++;
      socket.on('data', (data) => {
        seen.bytes += data.length;
      });
    }),
  );
  return { port, seen };
};

/** A web service on a free port. */
export const webServer = async (listener: RequestListener): Promise<number> => listening(createHttp(listener));

/** A server on a raw socket. */
export const rawServer = async (listener: (socket: Socket) => void): Promise<number> =>
  listening(createServer(listener));
