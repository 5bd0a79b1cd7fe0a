import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { acceptsGzip, withinPayloadLimit } from '../../../shared/http/payload-limit.ts';

/** As JSON, with its two quotes. */
const MOST = 6 * 1024 * 1024 - 64 * 1024;

test('the largest body that fits goes out as it is, a byte more does not', async () => {
  const largest = await withinPayloadLimit({ statusCode: 200, body: 'a'.repeat(MOST - 2) }, undefined);
  expect(largest).toMatchObject({ headers: { Vary: 'Accept-Encoding' } });
  expect(largest).not.toHaveProperty('isBase64Encoded');
  const larger = withinPayloadLimit({ statusCode: 200, body: 'a'.repeat(MOST - 1) }, 'br');
  await expect(larger).rejects.toMatchObject({ code: 'not_acceptable', message: expect.stringContaining('gzip') });
});

test('a body that cannot grow beyond what fits is left alone, and compressed where that is always wanted', async () => {
  const certain = { statusCode: 200, body: 'a'.repeat(Math.floor(MOST / 6)) };
  expect(await withinPayloadLimit(certain, 'gzip')).toBe(certain);
  expect(await withinPayloadLimit(certain, 'gzip', true)).toMatchObject({ isBase64Encoded: true });
  const above = { statusCode: 200, body: `${certain.body}aa` };
  expect(await withinPayloadLimit(above, 'gzip')).toMatchObject({
    headers: { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
    isBase64Encoded: true,
  });
});

test('bytes and empty answers are never compressed', async () => {
  const bytes = { statusCode: 200, body: 'a'.repeat(MOST), isBase64Encoded: true };
  expect(await withinPayloadLimit(bytes, 'gzip', true)).toBe(bytes);
  const empty = { statusCode: 204 };
  expect(await withinPayloadLimit(empty, 'gzip', true)).toBe(empty);
});

test('what does not fit compressed either is a fault', async () => {
  const noise = { statusCode: 200, body: randomBytes(5 * 1024 * 1024).toString('base64') };
  await expect(withinPayloadLimit(noise, 'gzip')).rejects.toThrow(/more than a function can return/);
});

test.each([
  [undefined, false],
  ['', false],
  ['br', false],
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0', false],
  ['xgzip', false],
])('Accept-Encoding %s takes gzip: %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});
