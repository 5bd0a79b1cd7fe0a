import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { closeServer, listenOnLoopback } from '../../infra/local/loopback.ts';
import { createPublicServer } from '../../infra/local/public-server.ts';

/** Sends bytes as they stand and gives back all that is answered. */
async function send(bytes: string): Promise<string> {
  const { server, mount, open } = createPublicServer(() => undefined);
  mount('/api', (_request, response) => void response.end('mounted'));
  open();
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => closeServer(server, 0));
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

const request = (...headers: string[]) =>
  ['POST /api/v1/things HTTP/1.1', 'Connection: close', ...headers, '', ''].join('\r\n');

it.each([
  ['no HTTP', '\x16\x03\x01\x02\r\n\r\n', 400],
  ['a method that does not exist', 'FETCH /api HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['two lengths', request('Host: localhost', 'Content-Length: 1', 'Content-Length: 2'), 400],
  ['chunks without a size', `${request('Host: localhost', 'Transfer-Encoding: chunked')}zz\r\n\r\n`, 400],
  ['headers without end', request('Host: localhost', `X-Long: ${'x'.repeat(20_000)}`), 431],
  ['an expectation that cannot be met', request('Host: localhost', 'Expect: a-miracle'), 417],
  ['no host', request(), 421],
])('answers %s with a detail', async (_name, bytes, status) => {
  // A body that cannot be read may come after the answer to its head.
  const answer = (await send(bytes)).split(/(?=HTTP\/1\.1 )/).at(-1) ?? '';
  const [head = '', body = ''] = answer.split('\r\n\r\n');

  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toContain('content-type: application/json');
  expect(JSON.parse(body)).toEqual({
    detail: expect.stringMatching(/./),
    code: 'bad_request',
    loc: [],
    documentation_url: '/api/public/redoc#section/Errors/bad_request',
    request_id: expect.stringMatching(/./),
  });
});

it('lets an ordinary request through', async () => {
  expect(await send('GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});
