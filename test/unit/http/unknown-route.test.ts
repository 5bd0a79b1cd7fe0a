import { expect, test } from 'vitest';
import { unknownRoute } from '../../../shared/http/unknown-route.ts';

const handler = unknownRoute([
  ['GET', '/api/v1/documents'],
  ['POST', '/api/v1/documents'],
  ['GET', '/api/v1/documents/{document_id}'],
  ['GET', '/api/v1/documents/search'],
  ['POST', '/api/v1/documents/upload'],
]);
const ask = (method: string, rawPath: string, headers = {}) =>
  handler({ rawPath, headers, requestContext: { requestId: 'r-1', http: { method } } });

test('an unknown path is 404 in the same format as any other 404', async () => {
  for (const path of [
    '/',
    '/api/v1/document',
    '/api/v1/documents/',
    '/api/v1/documents/1/2',
    '/api/v1/documents/%zz',
  ]) {
    expect(await ask('GET', path)).toEqual({
      statusCode: 404,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1' },
      body: expect.stringContaining('"code":"not_found","loc":[],"request_id":"r-1"'),
    });
  }
});

test('a browser gets a page for an incomplete link, and JSON everywhere else', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  expect(await ask('GET', '/api/public/view', browser)).toMatchObject({
    statusCode: 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'X-Request-Id': 'r-1' },
    body: expect.stringContaining('<h1>This link leads to nothing</h1>'),
  });
  for (const [path, headers] of [
    ['/api/v1/view', browser],
    ['/api/public/view', { accept: 'application/json' }],
    ['/api/public/view', {}],
  ] as const) {
    expect(await ask('GET', path, headers)).toMatchObject({ headers: { 'Content-Type': 'application/json' } });
  }
});

test('a known path with another method is 405 and lists the methods', async () => {
  expect(await ask('DELETE', '/api/v1/documents')).toEqual({
    statusCode: 405,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1', allow: 'GET, HEAD, OPTIONS, POST' },
    body: expect.stringContaining('"code":"method_not_allowed","loc":[],"request_id":"r-1"'),
  });
  expect(await ask('PUT', '/api/v1/documents/search')).toMatchObject({
    statusCode: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  });
  expect(await ask('PUT', '/api/v1/documents/upload')).toMatchObject({ headers: { allow: 'OPTIONS, POST' } });
});

test('OPTIONS lists the methods of the literal path, not of a sibling with a parameter', async () => {
  expect(await ask('OPTIONS', '/api/v1/documents/7')).toEqual({
    statusCode: 204,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  });
  const routes = [
    ['GET', '/a/search'],
    ['DELETE', '/a/{id}'],
  ] as const;
  for (const order of [routes, routes.toReversed()]) {
    const { headers } = await unknownRoute(order)({
      rawPath: '/a/search',
      headers: {},
      requestContext: { requestId: 'r-1', http: { method: 'OPTIONS' } },
    });
    expect(headers).toEqual({ allow: 'GET, HEAD, OPTIONS' });
  }
  expect(await ask('OPTIONS', '/api/v1/nothing')).toMatchObject({ statusCode: 404 });
});

test('a preflight succeeds on every path', async () => {
  const preflight = { 'access-control-request-method': 'PUT' };
  expect(await ask('OPTIONS', '/api/v1/documents/7', preflight)).toEqual({ statusCode: 204 });
  expect(await ask('OPTIONS', '/api/v1/nothing', preflight)).toEqual({ statusCode: 204 });
});
