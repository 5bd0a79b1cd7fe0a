import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The traffic of a proxy since the last call. */
export interface Passed {
  /** Requests by method; `LIST` are the GETs of a bucket's listing. */
  requests: Record<string, number>;
  /** Bytes of the answers. */
  bytes: number;
  /** Number of requests that began while none was pending, that is, sequential round trips. */
  roundTrips: number;
}

const nothing = (): Passed => ({ requests: {}, bytes: 0, roundTrips: 0 });

/** Forwards requests to an S3, delaying each by `milliseconds`, and counts them. */
export const startCountingProxy = async (target: URL, milliseconds: number) => {
  let passed = nothing();
  let underWay = 0;
  const server = createServer(async (incoming, outgoing) => {
    const isList = incoming.method === 'GET' && /[?&](?:list-type|prefix)=/.test(incoming.url ?? '');
    const method = isList ? 'LIST' : (incoming.method ?? '');
    passed.requests[method] = (passed.requests[method] ?? 0) + 1;
    if (underWay++ === 0) passed.roundTrips++;
    outgoing.once('close', () => underWay--);
    await wait(milliseconds);
    const { method: verb, url, headers } = incoming;
    const onward = request({ host: target.hostname, port: target.port, method: verb, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (some: Buffer) => {
        passed.bytes += some.length;
      });
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the traffic since the last call. */
    take: (): Passed => {
      const taken = passed;
      passed = nothing();
      return taken;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
