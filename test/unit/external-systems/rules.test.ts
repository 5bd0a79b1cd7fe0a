import { describe, expect, test } from 'vitest';
import {
  BaseUrl,
  CallableUrl,
  endpointOf,
  geocodingUrl,
  isSameOrigin,
} from '../../../shared/domain/external-systems/addresses.ts';
import {
  authorizationHeaders,
  basicAuthorization,
  CREDENTIALS,
} from '../../../shared/domain/external-systems/credentials.ts';
import { CredentialHeaderName, CustomHeaders } from '../../../shared/domain/external-systems/header-rules.ts';
import { isCalledAlike, type SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import { type Activity, activityOf } from '../../../shared/domain/external-systems/system-activity.ts';

describe('whether a system is active', () => {
  const [active, inactive, faulty]: Activity[] = [
    { is_active: true, status: 'active' },
    { is_active: false, status: 'inactive' },
    { is_active: true, status: 'error' },
  ];
  test.each<[Parameters<typeof activityOf>[0], Activity, Activity | undefined]>([
    [{}, active!, active],
    [{}, inactive!, inactive],
    [{}, faulty!, faulty],
    [{ is_active: false }, active!, inactive],
    [{ status: 'inactive' }, active!, inactive],
    [{ is_active: true }, inactive!, { is_active: true, status: 'testing' }],
    [{ is_active: true }, faulty!, faulty],
    [{ status: 'error' }, inactive!, faulty],
    [{ status: 'active', is_active: true }, inactive!, active],
    [{ status: 'inactive', is_active: false }, active!, inactive],
    [{ status: 'inactive', is_active: true }, active!, undefined],
    [{ status: 'active', is_active: false }, active!, undefined],
  ])('%j of %j becomes %j', (given, before, expected) => {
    expect(activityOf(given, before)).toEqual(expected);
  });
});

describe('addresses', () => {
  test.each([
    ['https://a.example/x?y=1', true, false],
    ['http://a.example:8080', true, true],
    ['ftp://a.example/', false, false],
    ['https://user@a.example/', false, false],
    ['https://:word@a.example/', false, false],
    ['https://a.example/#part', false, false],
    ['https://a.example/ x', false, false],
    ['https://ä.example/', false, false],
    ['a.example', false, false],
    [`https://a.example/${'x'.repeat(2031)}`, false, false],
    [`https://a.example/${'x'.repeat(2030)}`, true, true],
  ])('%s can be called: %s, be a base: %s', (url, callable, base) => {
    expect([CallableUrl.safeParse(url).success, BaseUrl.safeParse(url).success]).toEqual([callable, base]);
  });

  test('have the same origin if scheme, host and port are equal', () => {
    const others = ['https://a.example/y', 'http://a.example/x', 'https://b.example/x', 'https://a.example:444/x'];
    expect(others.map((other) => isSameOrigin('https://a.example/x', other))).toEqual([true, false, false, false]);
  });

  test.each([
    [null, 'https://a.example/api/'],
    ['health', 'https://a.example/api/health'],
    ['//health', 'https://a.example/api/health'],
    ['/health?deep=1', 'https://a.example/api/health?deep=1'],
    ['https://a.example/other', 'https://a.example/other'],
    ['HTTPS://a.example/other', 'https://a.example/other'],
    ['https://b.example/', undefined],
    ['http://a.example/', undefined],
    ['https://user@a.example/', undefined],
    ['https://:word@a.example/', undefined],
    ['https://', undefined],
  ])('a test of %s calls %s', (endpoint, expected) => {
    expect(endpointOf('https://a.example/api/', endpoint)?.href).toBe(expected);
  });

  test.each(['', '/v1', '/v1/geocode', '/v1/geocode/search'])('geocoding at %j uses Geoapify', (path) => {
    expect(geocodingUrl(`https://a.example${path}`).href).toBe('https://a.example/v1/geocode/search');
    expect(geocodingUrl(`https://a.example/proxy${path}/`).href).toBe('https://a.example/proxy/v1/geocode/search');
  });
});

describe('credentials', () => {
  test('are sent as the headers of their type', () => {
    expect(authorizationHeaders('api_key', { api_key: 'k' })).toEqual({ 'X-API-Key': 'k' });
    expect(authorizationHeaders('api_key', { api_key: 'k', header_name: 'X-Mine' })).toEqual({ 'X-Mine': 'k' });
    expect(authorizationHeaders('bearer_token', { token: 't' })).toEqual({ Authorization: 'Bearer t' });
    expect(authorizationHeaders('basic_auth', { username: 'ü', password: 'p:w' })).toEqual({
      Authorization: `Basic ${Buffer.from('ü:p:w').toString('base64')}`,
    });
    expect(authorizationHeaders('custom_header', { header_name: 'X-Mine', header_value: 'a b' })).toEqual({
      'X-Mine': 'a b',
    });
    expect(basicAuthorization('a', '')).toBe('Basic YTo=');
  });

  test.each<[keyof typeof CREDENTIALS, object, boolean]>([
    ['api_key', { api_key: 'a b' }, false],
    ['api_key', { api_key: 'k', header_name: 'Host' }, false],
    ['basic_auth', { username: 'a:b', password: 'c' }, false],
    ['basic_auth', { username: '', password: '' }, true],
    ['basic_auth', { username: 'a', password: 'b\n' }, false],
    ['oauth2', { client_id: 'a', client_secret: 'b', token_url: 'https://a.example/t' }, true],
    ['oauth2', { client_id: 'a', client_secret: 'b', token_url: 'https://a.example/t', scope: 'ä' }, false],
    ['oauth2', { client_id: '', client_secret: 'b', token_url: 'https://a.example/t' }, false],
    ['custom_header', { header_name: 'X-Mine', header_value: '' }, false],
    ['bearer_token', { token: 't', more: 't' }, false],
  ])('of type %s accept %j: %s', (type, given, expected) => {
    expect(CREDENTIALS[type].safeParse(given).success).toBe(expected);
  });
});

describe('headers', () => {
  test.each([
    ['Host', false],
    ['X-Forwarded-For', false],
    ['Proxy-Authorization', false],
    ['Cookie', false],
    ['COOKIE2', false],
    ['Set-Cookie', true],
    ['Authorization', true],
    ['X-Key', true],
    ['X Key', false],
    ['x'.repeat(129), false],
  ])('%s may carry a credential: %s', (name, expected) => {
    expect(CredentialHeaderName.safeParse(name).success).toBe(expected);
  });

  test.each<[Record<string, string>, string | undefined]>([
    [{ 'X-Tenant': 'a b', Accept: 'text/plain' }, undefined],
    [{ 'X Tenant': 'a' }, 'is not a valid header name'],
    [{ Connection: 'close' }, 'is a header that cannot be set'],
    [{ 'Sec-Fetch-Mode': 'cors' }, 'is a header that cannot be set'],
    [{ Authorization: 'Bearer t' }, 'carries a secret: give it as credentials'],
    [{ 'X-ApiKey': 'k' }, 'carries a secret: give it as credentials'],
    [{ 'X-Tenant': 'a', 'x-tenant': 'b' }, 'is given more than once'],
    [{ 'X-Tenant': 'ä' }, 'must be printable ASCII'],
    [Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`X-${i}`, 'a'])), undefined],
    [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`X-${i}`, 'a'])), 'At most 20 headers'],
  ])('%j are sent, except: %s', (headers, expected) => {
    expect(CustomHeaders.safeParse(headers).error?.issues.map(({ message }) => message)).toEqual(
      expected && [expected],
    );
  });
});

test('records are equivalent if they have the same address and credentials', () => {
  const record = { created_at: 'a', base_url: 'b', authentication_type: 'none', credentials_id: null } as SystemRecord;
  const others = [
    { status: 'error' },
    { created_at: 'x' },
    { base_url: 'x' },
    { authentication_type: 'oauth2' },
    { credentials_id: 'x' },
  ];
  const alike = others.map((other) => isCalledAlike(record, { ...record, ...other } as SystemRecord));
  expect(alike).toEqual([true, false, false, false, false]);
});
