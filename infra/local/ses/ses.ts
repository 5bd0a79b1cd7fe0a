import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { closeServer, type Part } from '../loopback.ts';

// CommonJS whose default export is a property: import forms of Node and of bundlers disagree about it.
const { default: startSes } = createRequire(import.meta.url)('aws-ses-v2-local') as typeof import('aws-ses-v2-local');

/** Starts the embedded SES with its viewer. The mails that it took are kept in memory, not in the data directory. */
export async function startMail(): Promise<Part> {
  const server = await startSes({ host: '127.0.0.1', port: 0 });
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => closeServer(server, 500) };
}
