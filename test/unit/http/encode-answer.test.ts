import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodingFor } from '../../../shared/http/content-encoding.ts';
import { encodeAnswer } from '../../../shared/http/encode-answer.ts';

/** JSON with its two quotes. */
const MOST = 6 * 1024 * 1024 - 64 * 1024;
const text = (length: number) => ({ statusCode: 200, headers: { ETag: '"5"' }, body: 'ä'.repeat(length / 2) });

test('a text of 4 KB is compressed for clients that accept it, and a shorter one is not', async () => {
  const small = { statusCode: 200, body: 'a'.repeat(4095) };
  expect(await encodeAnswer(small, 'br')).toBe(small);
  const [brotli, deflated] = [await encodeAnswer(text(4096), 'gzip, br'), await encodeAnswer(text(4096), 'gzip')];
  expect(brotli).toMatchObject({ headers: { 'Content-Encoding': 'br', Vary: 'Accept-Encoding', ETag: '"5"' } });
  expect(deflated).toMatchObject({ headers: { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } });
  const bytes = ({ body = '', isBase64Encoded }: typeof brotli) =>
    Buffer.from(body, isBase64Encoded ? 'base64' : 'hex');
  expect(brotliDecompressSync(bytes(brotli)).toString()).toBe(text(4096).body);
  expect(gunzipSync(bytes(deflated)).toString()).toBe(text(4096).body);
});

test('a client without compression gets the plain text, with Vary set for caches', async () => {
  const plain = await encodeAnswer(text(4096), 'identity');
  expect(plain).toEqual({ ...text(4096), headers: { ETag: '"5"', Vary: 'Accept-Encoding' } });
});

test('the largest body that fits is sent as it is, a larger one is compressed', async () => {
  const largest = await encodeAnswer({ statusCode: 200, body: 'a'.repeat(MOST - 2) }, undefined);
  expect(largest).toMatchObject({ headers: { Vary: 'Accept-Encoding' } });
  expect(largest).not.toHaveProperty('isBase64Encoded');
  const larger = encodeAnswer({ statusCode: 200, body: 'a'.repeat(MOST - 1) }, 'zstd');
  await expect(larger).rejects.toMatchObject({ code: 'not_acceptable', message: expect.stringContaining('gzip') });
});

test('bytes and empty responses are never compressed', async () => {
  const bytes = { statusCode: 200, body: 'a'.repeat(MOST), isBase64Encoded: true };
  expect(await encodeAnswer(bytes, 'gzip')).toBe(bytes);
  const empty = { statusCode: 204 };
  expect(await encodeAnswer(empty, 'gzip')).toBe(empty);
});

test('a body too large even when compressed is an error', async () => {
  const noise = { statusCode: 200, body: randomBytes(5 * 1024 * 1024).toString('base64') };
  await expect(encodeAnswer(noise, 'gzip')).rejects.toThrow(/more than a function can return/);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['br;q=0, GZIP;q=0.5', 'gzip'],
  ['*', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.0, *', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['xgzip', 'identity'],
  ['zstd', 'identity'],
])('a client that accepts %s gets %s', (header, encoding) => expect(encodingFor(header)).toBe(encoding));
