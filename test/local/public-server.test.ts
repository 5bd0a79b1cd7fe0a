import type { Server } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readBody } from '../../infra/local/gateway/read-body.ts';
import { closeServer, listenOnLoopback } from '../../infra/local/loopback.ts';
import { createPublicServer, type HttpListener } from '../../infra/local/public-server.ts';

/** Sends raw bytes and returns the whole answer. */
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
  // A body that cannot be read may arrive after its head was answered.
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
  expect(head.toLowerCase()).toContain(`x-request-id: ${JSON.parse(body).request_id}`);
});

it('passes an ordinary request', async () => {
  expect(await send('GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

/** A server with a very short idle timeout, and a connection to it on which some bytes were sent. */
const connected = async (listener: HttpListener, bytes: string, silence = 50) => {
  const { server, mount, open } = createPublicServer(() => undefined, silence);
  mount('/api', listener);
  open();
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => closeServer(server, 0));
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  return { server, socket, closed };
};
const unfinished = `${request('Host: localhost', 'Content-Length: 100')}a`;

it.each([
  ['with the head', 'GET /api HTTP/1.1\r\nHost: loc'],
  ['with the body', unfinished],
])('disconnects a client that stops %s', async (_name, bytes) => {
  const { socket, closed } = await connected((incoming) => void incoming.resume(), bytes);
  socket.resume();
  await closed;
});

it('disconnects a client that does not read its response', async () => {
  const answered = Promise.withResolvers<unknown>();
  const listener: HttpListener = (_request, response) => {
    response.once('close', () => answered.resolve(response.writableFinished));
    response.end(Buffer.alloc(64 * 1024 * 1024));
  };
  const { socket } = await connected(listener, 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n');
  socket.pause();
  expect(await answered.promise).toBe(false);
  socket.destroy();
});

it('waits for a response that takes longer than the idle timeout', async () => {
  let server: Server | undefined;
  const listener: HttpListener = async (_request, response) => {
    await new Promise((resolve) => server?.once('timeout', resolve));
    response.end('late');
  };
  const made = await connected(listener, '');
  server = made.server;
  let received = '';
  made.socket.on('data', (data) => {
    received += data;
  });
  made.socket.write('GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await made.closed;
  expect(received).toContain('late');
});

it('disconnects a client whose request body is late, however long the idle timeout', async () => {
  const read = Promise.withResolvers<unknown>();
  const listener: HttpListener = (incoming, response) =>
    void readBody(incoming, response, 1000, 50).then(read.resolve, read.reject);
  const { closed } = await connected(listener, unfinished, 60_000);
  await expect(read.promise).rejects.toThrow('The client disconnected while sending the body.');
  await closed;
});
