import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * Keep-alive connections with a bounded wait. A write is stamped with the time it is sent, and readers of the
 * register look back `OVERLAP_SECONDS`: every attempt of a write together has to stay below that.
 *
 * @param requestTimeout milliseconds one attempt may take
 */
export const requestHandler = (requestTimeout: number): NodeHttpHandler =>
  new NodeHttpHandler({
    connectionTimeout: 1_000,
    requestTimeout,
    throwOnRequestTimeout: true,
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 64 }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
  });
