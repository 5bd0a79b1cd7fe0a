import { expect, test } from 'vitest';
import { usableKeys } from '../../../shared/http/usable-keys.ts';

const rsa = { kid: 'r', kty: 'RSA', n: 'n'.repeat(342), e: 'AQAB' };
const ec = { kid: 'e', kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
const okp = { kid: 'o', kty: 'OKP', crv: 'Ed25519', x: 'x' };
const algorithms = (...keys: unknown[]) => usableKeys({ keys }).map(({ kid, alg }) => [kid, alg]);

test('a key without an algorithm has the first of its type', () => {
  expect(algorithms(rsa, ec, { ...ec, crv: 'P-384' }, { ...ec, crv: 'P-521' }, okp)).toEqual([
    ['r', 'RS256'],
    ['e', 'ES256'],
    ['e', 'ES384'],
    ['e', 'ES512'],
    ['o', 'EdDSA'],
  ]);
});

test('a key keeps an algorithm of its type, and is dropped with another', () => {
  expect(algorithms({ ...rsa, alg: 'RS512' }, { ...rsa, alg: 'ES256' }, { ...ec, alg: 'HS256' })).toEqual([
    ['r', 'RS512'],
  ]);
});

test.each([
  ['of another use', { ...ec, use: 'enc' }],
  ['that may not verify', { ...ec, key_ops: ['sign'] }],
  ['without an id', { ...ec, kid: '' }],
  ['that is short', { ...rsa, n: 'n'.repeat(341) }],
  ['of a shared secret', { kid: 's', kty: 'oct', k: 'k' }],
  ['that is none', 'key'],
])('a key %s does not affect the others', (_name, odd) => {
  expect(algorithms(odd, { ...okp, key_ops: ['verify'] })).toEqual([['o', 'EdDSA']]);
});

test.each([{}, { keys: {} }, []])('%j is not a key set', (document) => {
  expect(() => usableKeys(document)).toThrow();
});
