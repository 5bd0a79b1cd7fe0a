import { createHmac, createPublicKey } from 'node:crypto';
import { JwtVerifier } from 'aws-jwt-verify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Unavailable } from '../../../shared/domain/errors.ts';
import type { KeySetOptions } from '../../../shared/http/key-set.ts';
import { InvalidToken, tokenVerifier } from '../../../shared/http/token-verifier.ts';
import { AUDIENCE, IdentityProvider, makeKey, type SigningKey, seconds, sign } from './support/identity-provider.ts';

process.env.LOG_LEVEL = 'silent';

let provider: IdentityProvider;
let key: SigningKey;
let other: SigningKey;
let rsa: SigningKey;

beforeAll(async () => {
  provider = await IdentityProvider.start();
  [key, other, rsa] = await Promise.all([makeKey('key-1'), makeKey('key-2'), makeKey('key-3', 'RS256')]);
});
afterAll(() => provider.stop());
beforeEach(() => {
  Object.assign(provider, { keys: [key.jwk, rsa.jwk], status: 200, hangs: false, body: undefined, requests: 0 });
});

const verifier = (options: Partial<KeySetOptions> = {}) =>
  tokenVerifier(
    { issuer: provider.issuer, audience: AUDIENCE, jwksUrl: provider.jwksUrl, maximumLifetime: 3600 },
    options,
  );

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a valid token', () => {
  test.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])('of typ %s yields its claims', async (typ) => {
    const claims = await verifier()(await sign(key, provider.issuer, {}, { typ }));
    expect(claims).toMatchObject({ sub: 'user-1', org_id: 'org-1' });
  });

  test('is accepted for one of several audiences, and with RSA', async () => {
    const claims = await verifier()(await sign(rsa, provider.issuer, { aud: ['elsewhere', AUDIENCE] }));
    expect(claims.sub).toBe('user-1');
  });

  test('may be slightly ahead of our clock', async () => {
    await expect(
      verifier()(await sign(key, provider.issuer, { iat: seconds(10), nbf: seconds(10) })),
    ).resolves.toBeDefined();
  });
});

describe('the size of a token', () => {
  const BOUND = 16 * 1024;
  const ofLength = async (length: number): Promise<string> => {
    const filler = (letters: number) => sign(key, provider.issuer, { filler: 'x'.repeat(letters) });
    const short = (await filler(3)).length;
    // Three characters of a claim are four of the token.
    return await filler(3 + Math.round(((length - short) * 3) / 4));
  };

  test('may be 16 KB at most', async () => {
    const largest = await ofLength(BOUND);
    expect(BOUND - largest.length).toBeLessThan(4);
    await expect(verifier()(largest)).resolves.toMatchObject({ sub: 'user-1' });
    await expect(verifier()(await ofLength(BOUND + 4))).rejects.toThrow('too long');
    await expect(verifier()('x'.repeat(BOUND))).rejects.not.toThrow('too long');
    await expect(verifier()('x'.repeat(BOUND + 1))).rejects.toThrow('too long');
  });
});

describe('tokens that the library accepts by default are rejected with', () => {
  const refusals: [string, Record<string, unknown>, Record<string, unknown>, RegExp][] = [
    ['no exp', { exp: undefined }, {}, /"exp"/],
    ['no sub', { sub: undefined }, {}, /"sub"/],
    ['an empty sub', { sub: '' }, {}, /"sub"/],
    ['a sub too long for a key', { sub: 'u'.repeat(256) }, {}, /"sub"/],
    ['a sub of letters too long for a key', { sub: '漢'.repeat(100) }, {}, /"sub"/],
    ['a blank sub', { sub: ' \t ' }, {}, /"sub" claim is blank/],
    ['a lifetime above the maximum', { exp: seconds(7200) }, {}, /lifetime exceeds 3600/],
    ['the year 9999', { exp: 253402300799 }, {}, /lifetime/],
    ['a scope in a list', { scope: ['documents:read'] }, {}, /cannot be read/],
    ['a scope of other characters', { scope: 'documents\u00a0read' }, {}, /"scope"/],
    ['a scope that is null', { scope: null }, {}, /cannot be read/],
    ['scopes in scp', { scp: ['documents:read'] }, {}, /"scope"/],
    ['scopes in scopes', { scopes: 'documents:read' }, {}, /"scope"/],
    ['no iat', { iat: undefined }, {}, /"iat"/],
    ['an iat in the future', { iat: seconds(120) }, {}, /not yet valid \(iat\)/],
    ['an nbf in the future', { nbf: seconds(120) }, {}, /not yet valid \(nbf\)/],
    ['typ JWT', {}, { typ: 'JWT' }, /access token/],
    ['typ id_token+jwt', {}, { typ: 'id_token+jwt' }, /access token/],
    ['no typ', {}, { typ: undefined }, /access token/],
    ['an expired signature', { exp: seconds(-1) }, {}, /^Signature has expired$/],
    ['a signature that expires this second', { exp: seconds() }, {}, /^Signature has expired$/],
    ['another issuer', { iss: 'https://evil.example' }, {}, /issuer/],
    ['no issuer', { iss: undefined }, {}, /issuer/],
    ['another audience', { aud: 'https://elsewhere.example' }, {}, /audience/],
    ['no audience', { aud: undefined }, {}, /audience/],
    ['no kid', {}, { kid: undefined }, /kid/],
    ['an unknown kid', {}, { kid: 'unknown' }, /key is not known/],
    ['a kid of another key', {}, { kid: 'key-3' }, /algorithm/],
  ];
  test.each(refusals)('%s', async (_name, claims, header, message) => {
    const token = await sign(key, provider.issuer, claims, header);
    const failure = verifier()(token);
    await expect(failure).rejects.toBeInstanceOf(InvalidToken);
    await expect(failure).rejects.toThrow(message);
  });

  test('critical extensions', async () => {
    const header = { alg: 'ES256', kid: key.kid, typ: 'at+jwt', crit: ['b64'], b64: true };
    await expect(verifier()(await sign(key, provider.issuer, {}, header))).rejects.toThrow(/crit/);
  });

  test("another RSA algorithm than the key's", async () => {
    const sibling = { ...rsa, alg: 'RS512' };
    const { subtle } = globalThis.crypto;
    const pkcs8 = await subtle.exportKey('pkcs8', rsa.privateKey);
    const hash = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' };
    sibling.privateKey = await subtle.importKey('pkcs8', pkcs8, hash, true, ['sign']);
    await expect(verifier()(await sign(sibling, provider.issuer))).rejects.toThrow(/algorithm/);

    const { alg: _alg, ...unnamed } = rsa.jwk;
    provider.keys = [unnamed];
    await expect(verifier()(await sign(sibling, provider.issuer))).rejects.toThrow(/algorithm/);
    await expect(verifier()(await sign(rsa, provider.issuer))).resolves.toBeDefined();
  });

  test('no algorithm, and a signature made with the public key as secret', async () => {
    const payload = base64({ iss: provider.issuer, aud: AUDIENCE, sub: 'a', iat: seconds(), exp: seconds(60) });
    const none = `${base64({ alg: 'none', kid: rsa.kid, typ: 'at+jwt' })}.${payload}.`;
    await expect(verifier()(none)).rejects.toBeInstanceOf(InvalidToken);

    const signed = `${base64({ alg: 'HS256', kid: rsa.kid, typ: 'at+jwt' })}.${payload}`;
    const secret = createPublicKey({ key: rsa.jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const mac = createHmac('sha256', secret).update(signed).digest('base64url');
    await expect(verifier()(`${signed}.${mac}`)).rejects.toBeInstanceOf(InvalidToken);
  });

  test('a changed payload, and an invalid format', async () => {
    const [header, payload = '', signature] = (await sign(key, provider.issuer)).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = `${header}.${base64({ ...claims, org_id: 'org-2' })}.${signature}`;
    await expect(verifier()(forged)).rejects.toThrow('Signature verification failed');
    for (const text of ['a', 'a.b.c', '..', `${'a'.repeat(20_000)}.b.c`]) {
      await expect(verifier()(text)).rejects.toBeInstanceOf(InvalidToken);
    }
  });

  test('a signature of the wrong length', async () => {
    const token = await sign(key, provider.issuer);
    for (const changed of [`${token}x`, token.slice(0, -4)]) {
      await expect(verifier()(changed)).rejects.toThrow(new InvalidToken('Signature verification failed'));
    }
  });

  test('keys that are not for signatures, or too short', async () => {
    const short = { ...rsa.jwk, n: rsa.jwk.n?.slice(0, 170) };
    for (const spoiled of [
      { ...key.jwk, use: 'enc' },
      { ...key.jwk, key_ops: ['sign'] },
      { ...key.jwk, alg: 'RS256' },
      short,
    ]) {
      provider.keys = [spoiled];
      const owner = spoiled === short ? rsa : key;
      await expect(verifier()(await sign(owner, provider.issuer))).rejects.toThrow('The signing key is not known');
    }
  });
});

describe('a verified token', () => {
  const signatures = () => {
    const verified = vi.spyOn(JwtVerifier.prototype, 'verifySync');
    onTestFinished(() => verified.mockRestore());
    return verified;
  };

  test('is recognised by its text; its signature is not verified again', async () => {
    const verified = signatures();
    const [verify, token] = [verifier(), await sign(key, provider.issuer)];
    const claims = await verify(token);
    expect(await verify(token)).toEqual(claims);
    expect(verified).toHaveBeenCalledTimes(1);
    await expect(verify(`${token.slice(0, -4)}AAAA`)).rejects.toThrow('Signature verification failed');
    expect(verified).toHaveBeenCalledTimes(2);
  });

  test('expires, and is not yet valid if the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const [verify, token] = [verifier(), await sign(key, provider.issuer)];
    await verify(token);
    vi.setSystemTime(Date.now() + 599_000);
    await expect(verify(token)).resolves.toBeDefined();
    vi.setSystemTime(Date.now() + 2_000);
    await expect(verify(token)).rejects.toThrow('Signature has expired');
    vi.setSystemTime(Date.now() - 700_000);
    await expect(verify(token)).rejects.toThrow('not yet valid (iat)');
  });

  test('is one of 1,000 at most, and not longer than 4 KB', async () => {
    const verified = signatures();
    const verify = verifier();
    const tokens = [];
    for (let i = 0; i <= 1_000; i++) tokens.push(await sign(key, provider.issuer, { jti: `${i}` }));
    for (const token of tokens) await verify(token);
    await verify(tokens[1] as string);
    expect(verified).toHaveBeenCalledTimes(1_001);
    await verify(tokens[0] as string);
    expect(verified).toHaveBeenCalledTimes(1_002);
    const long = await sign(key, provider.issuer, { filler: 'x'.repeat(4_000) });
    await verify(long);
    await verify(long);
    expect(verified).toHaveBeenCalledTimes(1_004);
  });
});

describe('the keys', () => {
  test('are fetched once for many concurrent requests', async () => {
    const verify = verifier();
    const token = await sign(key, provider.issuer);
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    await verify(token);
    expect(provider.requests).toBe(1);
  });

  test('are fetched once more for an unknown key id, and then not again until the cooldown has passed', async () => {
    let now = 0;
    const verify = verifier({ now: () => now, cooldown: 10_000 });
    await verify(await sign(key, provider.issuer));
    provider.keys = [key.jwk, other.jwk];
    await expect(verify(await sign(other, provider.issuer))).resolves.toBeDefined();
    expect(provider.requests).toBe(2);

    const invented = await sign(key, provider.issuer, {}, { kid: 'invented' });
    for (let i = 0; i < 5; i++) await expect(verify(invented)).rejects.toThrow('key is not known');
    expect(provider.requests).toBe(3);
    await expect(verify(await sign(key, provider.issuer))).resolves.toBeDefined();
    now = 10_001;
    await expect(verify(invented)).rejects.toThrow('key is not known');
    expect(provider.requests).toBe(4);
  });

  test('that the provider removed are rejected after the maximum age, also when replaced under the same id', async () => {
    let now = 0;
    const verify = verifier({ now: () => now, maximumAge: 600_000 });
    const token = await sign(key, provider.issuer);
    await verify(token);
    provider.keys = [{ ...other.jwk, kid: key.kid }];
    now = 599_999;
    await expect(verify(token)).resolves.toBeDefined();
    now = 600_001;
    await expect(verify(token)).rejects.toThrow('Signature verification failed');
    provider.keys = [];
    now = 1_200_002;
    await expect(verify(token)).rejects.toThrow('key is not known');
  });

  test('remain in use while the provider is down, but not for ever', async () => {
    let now = 0;
    const verify = verifier({ now: () => now });
    const token = await sign(key, provider.issuer);
    await verify(token);
    provider.status = 500;
    now = 30 * 60_000;
    await expect(verify(token)).resolves.toBeDefined();
    await expect(verify(token)).resolves.toBeDefined();
    expect(provider.requests).toBe(2);
    now = 61 * 60_000;
    await expect(verify(token)).rejects.toBeInstanceOf(Unavailable);
  });

  const broken: [string, () => void][] = [
    ['answers an error', () => Object.assign(provider, { status: 502 })],
    ['does not answer', () => Object.assign(provider, { hangs: true })],
    ['answers no JSON', () => Object.assign(provider, { body: '<html>' })],
    ['answers no key set', () => Object.assign(provider, { body: '{"keys":{}}' })],
  ];
  test.each(broken)('are unavailable when there are none and the provider %s', async (_name, breakIt) => {
    breakIt();
    const verify = verifier({ timeout: 50 });
    const token = await sign(key, provider.issuer);
    await expect(verify(token)).rejects.toBeInstanceOf(Unavailable);
    await expect(verify(token)).rejects.toMatchObject({ retryAfterSeconds: 10 });
    expect(provider.requests).toBe(1);
  });
});
