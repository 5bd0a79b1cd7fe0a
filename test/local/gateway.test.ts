import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../infra/local/gateway/gateway.ts';
import { serveHttp } from './support.ts';

const cors = { methods: ['GET', 'POST'], headers: ['authorization', 'if-none-match'], maxAgeSeconds: 60 };
type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyResultV2>;

async function gatewayWith(handler: Handler, timeoutSeconds = 29) {
  const errors: unknown[] = [];
  const route = (method: string, path: string) => ({ method, path, operationId: 'probe', timeoutSeconds, handler });
  const routes = [
    route('GET', '/api/v1/documents'),
    route('POST', '/api/v1/documents'),
    route('GET', '/api/v1/documents/{document_id}'),
    route('GET', '/api/v1/documents/search'),
    route('DELETE', '/api/v1/documents/{document_id}'),
    route('GET', '/api/v1/files/{path+}'),
  ];
  const onError = (_id: string, error: unknown) => errors.push(error);
  const gateway = createGateway(routes, { region: 'eu-central-1', cors, onError });
  return { url: await serveHttp(gateway.handle), errors };
}

/** A gateway whose handler answers with the event it received. */
const echo = () => gatewayWith(async (event) => ({ statusCode: 200, body: JSON.stringify(event) }));

const refusal = (detail: string, code: string) => ({
  detail,
  code,
  loc: expect.any(Array),
  request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  documentation_url: `/api/public/redoc#section/Errors/${code}`,
});

describe('the event', () => {
  it('has the shape of payload format 2.0', async () => {
    const { url } = await echo();

    const response = await fetch(`${url}/api/v1/documents/a%20b?tag=x&tag=y&empty=&text=1%2B1`, {
      headers: { Cookie: 'one=1; two=2', 'X-Thing': 'a', 'User-Agent': 'probe' },
    });
    const event = (await response.json()) as APIGatewayProxyEventV2;

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /api/v1/documents/{document_id}',
      rawPath: '/api/v1/documents/a b',
      rawQueryString: 'tag=x&tag=y&empty=&text=1%2B1',
      queryStringParameters: { tag: 'x,y', empty: '', text: '1+1' },
      pathParameters: { document_id: 'a b' },
      cookies: ['one=1', 'two=2'],
      isBase64Encoded: false,
      headers: { 'x-thing': 'a', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
      requestContext: {
        stage: '$default',
        routeKey: 'GET /api/v1/documents/{document_id}',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        timeEpoch: expect.any(Number),
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        http: {
          method: 'GET',
          path: '/api/v1/documents/a b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'probe',
        },
      },
    });
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event).not.toHaveProperty('body');
  });

  it('omits what a request does not have', async () => {
    const { url } = await echo();

    const event = (await (await fetch(`${url}/api/v1/documents`)).json()) as APIGatewayProxyEventV2;

    expect(event.rawQueryString).toBe('');
    for (const name of ['queryStringParameters', 'pathParameters', 'cookies', 'body'])
      expect(event).not.toHaveProperty(name);
  });

  it('joins repeated headers with a comma', async () => {
    const { url } = await echo();

    const event = await new Promise<APIGatewayProxyEventV2>((resolve, reject) => {
      const request = httpRequest(`${url}/api/v1/documents`, { headers: { 'x-many': ['a', 'b'] } });
      request.on('response', (response) => text(response).then((body) => resolve(JSON.parse(body)), reject));
      request.on('error', reject).end();
    });

    expect(event.headers['x-many']).toBe('a,b');
  });

  it.each([
    ['application/json', false],
    ['application/merge-patch+json', false],
    ['text/csv; charset=utf-8', false],
    ['multipart/form-data; boundary="x y"', true],
    ['application/pdf', true],
  ])('has a body of %s with base64 %s', async (type, base64) => {
    const { url } = await echo();
    const body = 'ä body';

    const response = await fetch(`${url}/api/v1/documents`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    const event = (await response.json()) as APIGatewayProxyEventV2;

    expect(event.isBase64Encoded).toBe(base64);
    expect(Buffer.from(event.body ?? '', base64 ? 'base64' : 'utf8').toString()).toBe(body);
  });

  it('has text that is not UTF-8 byte by byte', async () => {
    const { url } = await echo();
    const body = Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]);

    const response = await fetch(`${url}/api/v1/documents`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const event = (await response.json()) as APIGatewayProxyEventV2;

    expect(event.isBase64Encoded).toBe(true);
    expect(Buffer.from(event.body ?? '', 'base64')).toEqual(Buffer.from(body));
  });

  it('comes with a context whose remaining time counts down', async () => {
    const { url } = await gatewayWith(async (_event, context) => ({
      statusCode: 200,
      body: JSON.stringify([context.functionName, context.getRemainingTimeInMillis()]),
    }));

    const [name, remaining] = (await (await fetch(`${url}/api/v1/documents`)).json()) as [string, number];

    expect(name).toBe('probe');
    expect(remaining).toBeGreaterThan(9_000);
    expect(remaining).toBeLessThanOrEqual(29_000);
  });
});

describe('routes', () => {
  it.each([
    ['GET', '/api/v1/documents/search', 'GET /api/v1/documents/search'],
    ['GET', '/api/v1/documents/other', 'GET /api/v1/documents/{document_id}'],
    ['DELETE', '/api/v1/documents/search', 'DELETE /api/v1/documents/{document_id}'],
    ['GET', '/api/v1/files/a/b.pdf', 'GET /api/v1/files/{path+}'],
  ])('%s %s goes to %s', async (method, path, routeKey) => {
    const { url } = await echo();

    const event = (await (await fetch(url + path, { method })).json()) as APIGatewayProxyEventV2;

    expect(event.routeKey).toBe(routeKey);
  });

  it('returns 404 for an unknown path and 405 with Allow for a wrong method', async () => {
    const { url } = await echo();

    const unknown = await fetch(`${url}/api/v1/nothing`);
    const wrong = await fetch(`${url}/api/v1/documents`, { method: 'DELETE' });

    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      refusal('There is nothing at this path', 'not_found'),
    ]);
    expect([wrong.status, await wrong.json()]).toEqual([405, refusal('Method Not Allowed', 'method_not_allowed')]);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
  });

  it.each([
    ['an unknown path', '/api/v1/nothing', {}, 404],
    ['a path that cannot be decoded', '/api/v1/documents/%zz', {}, 404],
    ['a method that the path does not have', '/api/v1/documents', { method: 'DELETE' }, 405],
    ['a body that is too large', '/api/v1/documents', { method: 'POST', body: new Uint8Array(11 * 1024 ** 2) }, 413],
  ])('adds an id to a request rejected for %s', async (_, path, request, status) => {
    const { url } = await echo();
    const response = await fetch(url + path, request);
    const { request_id } = (await response.json()) as { request_id: string };

    expect([response.status, response.headers.get('x-request-id')]).toEqual([status, request_id]);
    expect(request_id).toMatch(/./);
  });

  it('answers HEAD as the GET of the path, without its body', async () => {
    const { url } = await echo();

    const response = await fetch(`${url}/api/v1/documents`, { method: 'HEAD' });

    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('keeps the Content-Length that a handler sets for HEAD', async () => {
    const { url } = await gatewayWith(async () => ({ statusCode: 200, headers: { 'Content-Length': '4711' } }));

    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => fetch(`${url}/api/v1/documents`, { method })),
    );

    expect(head?.headers.get('content-length')).toBe('4711');
    expect(get?.headers.get('content-length')).toBe('0');
  });

  it.each(['/api/v1/documents/', '/api/v1/documents/7/', '/api/v1/files/', '/api/v1//documents'])(
    'returns 404 for %s',
    async (path) => {
      const { url } = await echo();

      const response = await fetch(url + path);

      expect([response.status, await response.json()]).toEqual([
        404,
        refusal('There is nothing at this path', 'not_found'),
      ]);
    },
  );

  it.each([
    ['/api/v1/documents', 204, 'GET, HEAD, OPTIONS, POST'],
    ['/api/v1/documents/search', 204, 'GET, HEAD, OPTIONS'],
    ['/api/v1/documents/7', 204, 'DELETE, GET, HEAD, OPTIONS'],
    ['/api/v1/nothing', 404, null],
  ])('OPTIONS of %s answers %s and allows %s', async (path, status, allow) => {
    const { url } = await echo();

    const response = await fetch(url + path, { method: 'OPTIONS' });

    expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
  });

  it('accepts a parameter as long as a request line can be', async () => {
    const { url } = await echo();
    const id = 'a'.repeat(8_000);

    const event = (await (await fetch(`${url}/api/v1/documents/${id}`)).json()) as APIGatewayProxyEventV2;

    expect(event.pathParameters).toEqual({ document_id: id });
  });

  it('answers preflights from the setting, and allows any origin to read', async () => {
    const { url } = await echo();
    const headers = {
      origin: 'http://app.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-other',
    };

    const preflight = await fetch(`${url}/api/v1/documents`, { method: 'OPTIONS', headers });
    const answer = await fetch(`${url}/api/v1/documents`, { headers: { origin: 'http://app.test' } });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,if-none-match');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,POST');
    expect(preflight.headers.get('access-control-max-age')).toBe('60');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

it('limits concurrent functions and queues further requests', async () => {
  let running = 0;
  let most = 0;
  const { url } = await gatewayWith(async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    return { statusCode: 200, body: 'done' };
  });

  const answers = await Promise.all(Array.from({ length: 150 }, () => fetch(`${url}/api/v1/documents`)));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(32);
});

describe('the response', () => {
  it('takes status, headers, cookies and a base64 body from the result', async () => {
    const { url } = await gatewayWith(async () => ({
      statusCode: 203,
      headers: { 'Content-Type': 'image/png', 'x-count': 3 },
      cookies: ['a=1; Path=/', 'b=2'],
      body: Buffer.from([1, 0, 255]).toString('base64'),
      isBase64Encoded: true,
    }));

    const response = await fetch(`${url}/api/v1/documents`);

    expect(response.status).toBe(203);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-count')).toBe('3');
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 0, 255]);
  });

  it('has anything else as a JSON body', async () => {
    const { url } = await gatewayWith(async () => '{"plain":true}');

    const response = await fetch(`${url}/api/v1/documents`);

    expect([response.status, await response.json()]).toEqual([200, { plain: true }]);
  });

  it('is 500 with a detail when the handler throws, and the error is reported', async () => {
    const failure = new Error('secret reason');
    const { url, errors } = await gatewayWith(async () => {
      throw failure;
    });

    const response = await fetch(`${url}/api/v1/documents`);

    expect([response.status, await response.json()]).toEqual([500, refusal('Internal Server Error', 'internal_error')]);
    expect(errors).toEqual([failure]);
  });

  it('is 503 when the handler runs out of time', async () => {
    const { url, errors } = await gatewayWith(() => new Promise(() => undefined), 0.03);

    const response = await fetch(`${url}/api/v1/documents`);

    expect([response.status, await response.json()]).toEqual([503, refusal('Service Unavailable', 'unavailable')]);
    expect(errors).toHaveLength(1);
  });

  it('is 500 for a result larger than Lambda allows', async () => {
    const { url } = await gatewayWith(async () => ({ statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) }));

    expect((await fetch(`${url}/api/v1/documents`)).status).toBe(500);
  });
});

describe('the body limit', () => {
  it('allows 4 MiB of a file and rejects 4.5 MiB with a pointer to uploads', async () => {
    const { url } = await gatewayWith(async (event) => ({ statusCode: 200, body: String(event.body?.length) }));
    const post = (bytes: number) => {
      const headers = { 'content-type': 'application/octet-stream' };
      return fetch(`${url}/api/v1/documents`, { method: 'POST', headers, body: new Uint8Array(bytes) });
    };

    const passed = await post(4 * 1024 * 1024);
    const refused = await post(4.5 * 1024 * 1024);

    expect([passed.status, await passed.text()]).toEqual([200, '5592408']);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual(refusal(expect.stringContaining('POST /api/v1/uploads'), 'too_large'));
  });

  it('rejects a text body that JSON escaping makes too large for an event', async () => {
    const { url } = await echo();
    const headers = { 'content-type': 'application/json' };

    const refused = await fetch(`${url}/api/v1/documents`, {
      method: 'POST',
      headers,
      body: '"'.repeat(4 * 1024 * 1024),
    });

    expect(refused.status).toBe(413);
  });

  it('rejects a body before it is sent if the client waits for 100 Continue', async () => {
    const { url } = await echo();
    const headers = { 'content-length': 50_000_000, 'content-type': 'application/pdf', expect: '100-continue' };
    let continued = false;

    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${url}/api/v1/documents`, { method: 'POST', headers });
      request.on('continue', () => {
        continued = true;
      });
      request.on('response', (response) => resolve(response.statusCode)).on('error', reject);
      request.flushHeaders();
    });

    expect(status).toBe(413);
    expect(continued).toBe(false);
  });

  it('stops reading an endless body and closes the connection', async () => {
    const { url } = await echo();
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    const chunk = Buffer.alloc(64 * 1024);
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', () => undefined);
    const write = () => {
      while (socket.writable && socket.write(`10000\r\n${chunk.toString('latin1')}\r\n`));
    };
    socket.on('drain', write);

    socket.write(
      'POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    write();
    await new Promise((resolve) => socket.once('close', resolve));

    expect(received).toContain('413 Payload Too Large');
  });
});
