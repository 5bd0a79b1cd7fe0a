import { describe, expect, test, vi } from 'vitest';
import { forgetToken, oauthToken } from '../../../functions/external-systems/lib/oauth-token.ts';
import { OutboundError } from '../../../shared/domain/outbound-error.ts';

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

  /** A server that answers once `answer` is called, with as many tokens as requests that were not aborted. */
  const answeringLate = () => {
    const waiting: (() => void)[] = [];
    const send = (_request: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new OutboundError('timeout', 'too late')));
        waiting.push(() => resolve({ status: 200, headers: {}, body: Buffer.from(token(`late-${waiting.length}`)) }));
      });
    return { outbound: { send } as never, waiting, answer: () => waiting.at(-1)!() };
  };

  test('is requested by one of the other calls if the time of the call that requested it ends', async () => {
    const { outbound, waiting, answer } = answeringLate();
    const [first, other] = [new AbortController(), { ...system, system_id: 'slow' }];
    const requesting = oauthToken(other, stored as never, outbound, first.signal);
    const waitingCalls = [1, 2].map(() => oauthToken(other, stored as never, outbound, never));
    first.abort();
    await expect(requesting).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    answer();
    expect(await Promise.all(waitingCalls)).toEqual([
      { token: 'late-2', isKept: false },
      { token: 'late-2', isKept: true },
    ]);
  });

  test('is awaited no longer than the time of each call', async () => {
    const { outbound, answer } = answeringLate();
    const [second, other] = [new AbortController(), { ...system, system_id: 'slower' }];
    const requesting = oauthToken(other, stored as never, outbound, never);
    const impatient = oauthToken(other, stored as never, outbound, second.signal);
    second.abort();
    await expect(impatient).rejects.toMatchObject({ code: 'timeout' });
    await expect(oauthToken(other, stored as never, outbound, second.signal)).rejects.toMatchObject({
      code: 'timeout',
    });
    answer();
    expect((await requesting).token).toBe('late-1');
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
