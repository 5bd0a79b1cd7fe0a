import { describe, expect, test } from 'vitest';
import { forgetToken, oauthToken } from '../../../functions/external-systems/lib/oauth-token.ts';

test('tokens of a hundred systems are cached; the oldest is evicted first', async () => {
  let got = 0;
  const outbound = {
    send: async () => {
      const body = Buffer.from(JSON.stringify({ access_token: `token-${got++}`, expires_in: 3600 }));
      return { status: 200, headers: {}, body };
    },
  };
  const stored = { client_id: 'a', client_secret: 'b', token_url: 'https://id.example.com/token' };
  const isKept = async (n: number) => {
    const system = { organization_id: 'o', system_id: `s${n}`, credentials_id: 'c' };
    return (await oauthToken(system, stored as never, outbound as never, new AbortController().signal)).isKept;
  };
  for (let n = 0; n < 100; n++) expect(await isKept(n)).toBe(false);
  expect([await isKept(0), await isKept(100)]).toEqual([true, false]);
  expect([await isKept(1), await isKept(0)]).toEqual([true, false]);
});

describe('the token of one system', () => {
  const system = { organization_id: 'o', system_id: 'rotating', credentials_id: 'c' };
  const stored = { client_id: 'a', client_secret: 'b', token_url: 'https://id.example.com/token' };
  const never = new AbortController().signal;
  /** A server that answers with these bodies, one after the other. */
  const answering = (...bodies: readonly string[]) => {
    const sent: { terms: unknown }[] = [];
    const send = async (_request: unknown, terms: unknown) => {
      sent.push({ terms });
      return { status: 200, headers: {}, body: Buffer.from(bodies[sent.length - 1] ?? '') };
    };
    return { outbound: { send } as never, sent };
  };
  const token = (text: string) => JSON.stringify({ access_token: text, expires_in: 3600 });

  test('is requested once by calls at the same time, and a rejected one does not replace its successor', async () => {
    const { outbound, sent } = answering(token('first'), token('second'), token('third'));
    const ask = () => oauthToken(system, stored as never, outbound, never);
    expect(await Promise.all([ask(), ask()])).toEqual([
      { token: 'first', isKept: false },
      { token: 'first', isKept: true },
    ]);
    forgetToken(system, 'first');
    expect((await ask()).token).toBe('second');
    // The other call learns only now that the first token is rejected.
    forgetToken(system, 'first');
    expect(await ask()).toEqual({ token: 'second', isKept: true });
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['a lifetime of null', '{"access_token":"t","expires_in":null}'],
    ['a lifetime of 0', '{"access_token":"t","expires_in":0}'],
    ['a lifetime in words', '{"access_token":"t","expires_in":"never"}'],
    ['a byte order mark', '\ufeff{"access_token":"t"}'],
  ])('is read from an answer with %s', async (name, body) => {
    const { outbound } = answering(body);
    const other = { ...system, system_id: name };
    expect((await oauthToken(other, stored as never, outbound, never)).token).toBe('t');
  });

  test('is not taken from where the token endpoint redirects to', async () => {
    const { outbound, sent } = answering(token('t'));
    await oauthToken({ ...system, system_id: 'redirected' }, stored as never, outbound, never);
    expect(sent).toEqual([{ terms: { signal: never, redirects: 'return' } }]);
  });
});
