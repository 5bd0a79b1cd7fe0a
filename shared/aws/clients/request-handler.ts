import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * Returns a request handler with keep-alive connections and bounded waiting. A write carries the time at which it is
 * sent, and readers of the register look back `OVERLAP_SECONDS`: all attempts of a write together must take less.
 * @param requestTimeout milliseconds per attempt
 */
export const requestHandler = (requestTimeout: number): NodeHttpHandler =>
  new NodeHttpHandler({
    connectionTimeout: 1_000,
    requestTimeout,
    throwOnRequestTimeout: true,
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 64 }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
  });
