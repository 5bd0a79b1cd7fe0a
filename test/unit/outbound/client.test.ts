import { describe, expect, it, vi } from 'vitest';
import type { Resolver } from '../../../shared/outbound/checked-lookup.ts';
import { MAXIMUM_OUTBOUND_BYTES, outboundClient } from '../../../shared/outbound/outbound-client.ts';
import { exchange } from '../../../shared/outbound/send-request.ts';
import { internalListener, rawServer, webServer } from './support.ts';

const never = new AbortController().signal;
const get = (url: string, headers?: Record<string, string>) => ({
  method: 'GET' as const,
  url,
  ...(headers && { headers }),
});
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error & { code: string };
};
const only = (port: number) => (_host: string, given: number) => given === port;

/** Answers of a name server run by the attacker. */
const resolver =
  (...addresses: string[]): Resolver =>
  (_host, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('an address that is not public', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    'localhost',
    'LOCALHOST.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
  ];
  it.each(spellings)('%s is not called, and nothing arrives', async (host) => {
    const { port, seen } = await internalListener();
    const error = await failureOf(outboundClient().send(get(`http://${host}:${port}/`), { signal: never }));
    expect(error.code).toBe('address');
    expect(seen).toEqual({ connections: 0, bytes: 0 });
  });

  it.each([
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.192',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '[::169.254.169.254]',
    '[fec0::1]',
    '[3fff::1]',
  ])('%s of a private network, a metadata service or an invalid host is not called', async (host) => {
    const error = await failureOf(outboundClient().send(get(`http://${host}/latest/meta-data/`), { signal: never }));
    expect(error.code).toBe('address');
  });

  it('is not called by a name that resolves to it, even beside public ones', async () => {
    const { port, seen } = await internalListener();
    for (const answers of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], []]) {
      const client = outboundClient(undefined, resolver(...answers));
      const error = await failureOf(client.send(get(`http://rebind.example:${port}/`), { signal: never }));
      expect(error.message).toBe('The host has no public address');
    }
    expect(seen.connections).toBe(0);
  });

  it('is reported like a name that does not exist', async () => {
    const missing: Resolver = (_host, _options, answer) => answer(new Error('ENOTFOUND'), []);
    const error = await failureOf(
      outboundClient(undefined, missing).send(get('http://no.example/'), { signal: never }),
    );
    expect(error.message).toBe('The host has no public address');
  });

  it('is not reached if the name resolves differently the second time: the checked address is used', async () => {
    let asked = 0;
    const rebinding: Resolver = (_host, _options, answer) => {
      asked++;
      answer(null, [{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
    };
    const { port, seen } = await internalListener();
    await failureOf(
      outboundClient(undefined, rebinding).send(get(`http://rebind.example:${port}/`), { signal: never }),
    );
    expect({ asked, connections: seen.connections }).toEqual({ asked: 1, connections: 0 });
  });

  it.each(['http', 'https'])('receives no byte by %s although a socket has reached it', async (scheme) => {
    const { port, seen } = await internalListener();
    const terms = { lookup: undefined, allowsPeer: () => false, signal: never, maximumBytes: 10, ignoresBody: false };
    const secret = { method: 'GET' as const, headers: { authorization: 'Bearer secret' } };
    const error = await failureOf(exchange(new URL(`${scheme}://127.0.0.1:${port}/`), secret, terms));
    expect({ code: error.code, bytes: seen.bytes }).toEqual({ code: 'address', bytes: 0 });
  });

  it.each([
    ['literal', (port: number) => `http://127.0.0.1:${port}/`],
    ['other spelling', (port: number) => `http://0x7f.1:${port}/`],
    ['without a scheme', (port: number) => `//127.0.0.1:${port}/`],
  ])('is not reached by a redirect to it: %s', async (_, target) => {
    const inside = await internalListener();
    const port = await webServer((_request, response) => {
      response.writeHead(302, { location: target(inside.port) }).end();
    });
    const error = await failureOf(outboundClient(only(port)).send(get(`http://127.0.0.1:${port}/`), { signal: never }));
    expect({ code: error.code, ...inside.seen }).toEqual({ code: 'address', connections: 0, bytes: 0 });
  });
});

describe('a URL that is not a web address', () => {
  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'http://user:secret@example.com/',
    'http://example.com:22/',
    'http://example.com:6379/',
    'nonsense',
  ])('%s is rejected', async (url) => {
    expect((await failureOf(outboundClient().send(get(url), { signal: never }))).code).toBe('url');
  });
});

describe('a redirect', () => {
  it('is followed within its origin, with the given headers', async () => {
    const seen: (string | undefined)[] = [];
    const port = await webServer((request, response) => {
      seen.push(request.headers.authorization);
      if (request.url === '/') response.writeHead(302, { location: '/next' }).end();
      else response.end('done');
    });
    const answer = await outboundClient(only(port)).send(
      get(`http://127.0.0.1:${port}/`, { authorization: 'Bearer secret' }),
      { signal: never },
    );
    expect({ body: String(answer.body), seen }).toEqual({ body: 'done', seen: ['Bearer secret', 'Bearer secret'] });
  });

  it("to another origin is followed without the caller's headers", async () => {
    let headers: Record<string, unknown> = {};
    const other = await webServer((request, response) => {
      headers = request.headers;
      response.end('other');
    });
    const port = await webServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end();
    });
    const credentials = { authorization: 'Bearer secret', 'x-api-key': 'secret' };
    const answer = await outboundClient((_, given) => given === port || given === other).send(
      get(`http://127.0.0.1:${port}/`, credentials),
      { signal: never },
    );
    expect(String(answer.body)).toBe('other');
    expect(headers).toHaveProperty('user-agent');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('x-api-key');
  });

  it('that never ends is abandoned', async () => {
    let requests = 0;
    const port = await webServer((_request, response) => {
      requests++;
      response.writeHead(302, { location: '/' }).end();
    });
    const client = outboundClient(only(port));
    const error = await failureOf(client.send(get(`http://127.0.0.1:${port}/`), { signal: never }));
    expect({ code: error.code, requests }).toEqual({ code: 'redirects', requests: 4 });
  });
});

describe('a response', () => {
  it('without an end is truncated at the limit', async () => {
    const port = await webServer((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    const client = outboundClient(only(port));
    const error = await failureOf(client.send(get(`http://127.0.0.1:${port}/`), { signal: never }));
    expect(error.code).toBe('too_large');
  });

  it('exactly at the limit is read', async () => {
    const port = await webServer((_request, response) => response.end(Buffer.alloc(MAXIMUM_OUTBOUND_BYTES)));
    const answer = await outboundClient(only(port)).send(get(`http://127.0.0.1:${port}/`), { signal: never });
    expect(answer.body).toHaveLength(MAXIMUM_OUTBOUND_BYTES);
  });

  it.each([
    ['does not begin', () => undefined],
    [
      'drips',
      (socket: import('node:net').Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'),
    ],
    [
      'drips until the connection is closed',
      (socket: import('node:net').Socket) => void socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nx'),
    ],
  ])('that %s ends with the deadline', async (_, begin) => {
    const deadline = new AbortController();
    const port = await rawServer((socket) => {
      socket.once('data', () => {
        begin(socket);
        // What was written has been read by then.
        setTimeout(() => deadline.abort(), 50);
      });
    });
    const client = outboundClient(only(port));
    const error = await failureOf(client.send(get(`http://127.0.0.1:${port}/`), { signal: deadline.signal }));
    expect(error.code).toBe('timeout');
  });

  it.each([
    ['without an end', (response: import('node:http').ServerResponse) => void response.write(Buffer.alloc(2 ** 21))],
    [
      'that ends early',
      (response: import('node:http').ServerResponse) => void response.write('x', () => response.destroy()),
    ],
  ])('counts with a body %s if only its status matters', async (_, answer) => {
    const port = await webServer((_request, response) => answer(response.writeHead(200)));
    const terms = { signal: never, body: 'ignore' } as const;
    const { status, body } = await outboundClient(only(port)).send(get(`http://127.0.0.1:${port}/`), terms);
    expect({ status, length: body.length }).toEqual({ status: 200, length: 0 });
  });

  it.each([
    ['a reset', 'connection', (socket: import('node:net').Socket) => void socket.resetAndDestroy()],
    [
      'an early end',
      'connection',
      (socket: import('node:net').Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'),
    ],
    [
      'another protocol',
      'response',
      (socket: import('node:net').Socket) =>
        void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    ],
    ['no HTTP', 'response', (socket: import('node:net').Socket) => void socket.end('SSH-2.0-OpenSSH\r\n')],
  ])('that is %s is a failure that names no address', async (_, code, answer) => {
    const port = await rawServer((socket) => void socket.once('data', () => answer(socket)));
    const client = outboundClient(only(port));
    const error = await failureOf(client.send(get(`http://127.0.0.1:${port}/`), { signal: never }));
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/127\.0\.0\.1|ECONN|HPE/);
  });

  it('to invalid TLS is a TLS failure', async () => {
    const port = await rawServer((socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')));
    const client = outboundClient(only(port));
    const error = await failureOf(client.send(get(`https://127.0.0.1:${port}/`), { signal: never }));
    expect(error.code).toBe('tls');
  });
});

it('proxy settings of the environment are ignored', async () => {
  const { port: proxy, seen } = await internalListener();
  const port = await webServer((_request, response) => response.end('direct'));
  for (const name of ['HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, `http://127.0.0.1:${proxy}`);
  try {
    const answer = await outboundClient(only(port)).send(get(`http://127.0.0.1:${port}/`), { signal: never });
    expect({ body: String(answer.body), connections: seen.connections }).toEqual({ body: 'direct', connections: 0 });
  } finally {
    vi.unstubAllEnvs();
  }
});
