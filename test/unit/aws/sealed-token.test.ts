import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealToken, splitToken } from '../../../shared/aws/secrets/sealed-token.ts';

const key = randomBytes(32);
const wrapped = randomBytes(300);

test('a sealed text can be opened only with its key', () => {
  const sealed = splitToken(sealToken('Grundriß', key, wrapped));
  expect(sealed?.wrappedKey).toEqual(wrapped);
  expect(sealed?.open(key)).toBe('Grundriß');
  expect(() => sealed?.open(randomBytes(32))).toThrow();
});

test('no two tokens are equal', () => {
  expect(sealToken('same', key, wrapped)).not.toBe(sealToken('same', key, wrapped));
});

test('an altered token cannot be opened', () => {
  const bytes = Buffer.from(sealToken('text', key, wrapped), 'base64url');
  for (const at of [302, 314, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => splitToken(changed.toString('base64url'))?.open(key)).toThrow();
  }
});

test('an invalid token is distinguished', () => {
  const bytes = Buffer.from(sealToken('t', key, Buffer.from('wrapped')), 'base64url');
  const cut = (length: number) => splitToken(bytes.subarray(0, length).toString('base64url'));
  for (const length of [0, 1, 2, 3, bytes.length - 1]) expect(cut(length)).toBeUndefined();
  expect(cut(bytes.length)?.open(key)).toBe('t');
  expect(splitToken(Buffer.concat([Buffer.alloc(2), bytes]).toString('base64url'))).toBeUndefined();
});
