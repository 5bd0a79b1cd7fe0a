import { expect, test } from 'vitest';
import { oauthToken } from '../../../functions/external-systems/lib/oauth-token.ts';

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
