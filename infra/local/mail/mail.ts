import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ses from 'aws-ses-v2-local';
import { closeServer, type Part } from '../loopback.ts';

/** Starts the embedded SES with its viewer. The mails that it took are kept in memory, not in the data directory. */
export async function startMail(): Promise<Part> {
  const server = await ses.default({ host: '127.0.0.1', port: 0 });
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => closeServer(server, 500) };
}
