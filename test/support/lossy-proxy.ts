import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenOnLoopback } from '../../infra/local/loopback.ts';

/**
 * Proxies an HTTP endpoint. To lose a response, it waits for it, so that the request has taken effect, and then closes
 * the connection.
 */
export const startLossyProxy = async (target: string) => {
  let isLost: (operation: string, body: string) => boolean = () => false;
  let lost = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const forwarded = request(target + incoming.url, { method: incoming.method, headers: incoming.headers });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.on('response', async (answer) => {
      const bytes = await buffer(answer);
      const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
      if (answer.statusCode === 200 && isLost(operation, body.toString())) {
        lost++;
        return void outgoing.destroy();
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes);
    });
    forwarded.end(body);
  });
  const port = await listenOnLoopback(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /**
     * Loses the first `count` answers to requests that the test selects while `act` runs; returns how many were lost.
     */
    losing: async <T>(count: number, pick: (operation: string, body: string) => boolean, act: () => Promise<T>) => {
      let left = count;
      lost = 0;
      isLost = (operation, body) => left > 0 && pick(operation, body) && left-- > 0;
      try {
        return { result: await act(), lost };
      } finally {
        isLost = () => false;
      }
    },
    stop: () => closeServer(server, 0),
  };
};
