import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Api } from './service.ts';

/** Starts a web service on a free port, for systems that tests call. */
export const startServer = async (listener: RequestListener) => {
  const sockets = new Set<Socket>();
  const server = createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    end: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Answers every address as Geoapify does for a known address. */
export const startGeocoder = () =>
  startServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ type: 'FeatureCollection', features: [], query: {} }));
  });

export const SYSTEMS_PATH = '/api/v1/external-systems';

export const systemBody = (base_url: string, more: Record<string, unknown> = {}) => ({
  system_id: crypto.randomUUID(),
  system_name: 'A system',
  system_type: 'rest_api',
  base_url,
  organization_id: 'acme',
  created_by_user_id: 'ann',
  ...more,
});

/** Creates a system in the caller's organization; returns its id. */
export const createSystem = async (
  admin: Api,
  base_url: string,
  more: Record<string, unknown> = {},
): Promise<string> => {
  const { status, text, body } = await admin.call('POST', SYSTEMS_PATH, systemBody(base_url, more));
  if (status !== 201) throw new Error(`The system was not created: ${text}`);
  return body.system_id;
};
