import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../../../functions/workers/send-mail/deliver.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import { MailRefusal } from '../../../shared/domain/mail/mail-refusal.ts';

beforeEach(() => void vi.stubEnv('LOG_LEVEL', 'silent'));
afterEach(() => void vi.unstubAllEnvs());

const now = new Date('2026-03-12T12:00:00Z');
const queued = {
  ...{ id: 'a', organization_id: 'o', recipient_email: 'ann@x.example', status: 'queued', metadata: { of: 'mine' } },
  ...{ handing_since: null, record_version: 1 },
};

interface Given {
  record?: object;
  attempt?: number;
  last?: boolean;
  send?: () => Promise<{ messageId: string }>;
  suppressed?: { reason: string };
  /** Steps whose write was overtaken by another. */
  taken?: string[];
}
/** Delivers a mail, and returns the steps that were written. */
const delivered = async ({ record, attempt = 1, last = false, send, suppressed, taken = [] }: Given = {}) => {
  const steps: [step: string, change: object, guard: { transition?: { name: string }; ifVersion?: number }][] = [];
  let standing = { ...queued, ...record } as typeof queued;
  const change = async (
    _o: string,
    _id: string,
    to: object,
    { writeId, now: _, ...guard }: Record<string, unknown>,
  ) => {
    const step = String(writeId).split(':').at(-1)!;
    if (taken.includes(step)) throw new Conflict('The mail is sent');
    steps.push([step, to, guard]);
    const { transition } = guard as { transition?: { to: string } };
    standing = {
      ...standing,
      ...to,
      ...(transition && { status: transition.to }),
      record_version: standing.record_version + 1,
    };
    return standing;
  };
  const sent = vi.fn(send ?? (async () => ({ messageId: 'ses-1' })));
  const compose = vi.fn(async () => new Uint8Array(1));
  const ports = {
    'activities.write': { change },
    'suppressions.read': { find: async () => suppressed },
    'mail.send': { send: sent },
  };
  const delivery = { messageId: 'm', attempt, last };
  const run = { requestId: 'r', now, deadline: 0, signal: new AbortController().signal, delivery };
  const ended = await deliver(standing as never, compose, ports as never, run).catch((error: Error) => error.message);
  return {
    ended,
    steps,
    names: steps.map(([step]) => step),
    sent: sent.mock.calls.length,
    composed: compose.mock.calls.length,
  };
};

test('a mail is claimed, sent, and logged as sent', async () => {
  const { ended, steps, sent } = await delivered();
  expect(steps).toMatchObject([
    ['claim', { handing_since: now.toISOString() }, { ifVersion: 1 }],
    ['sent', { message_id: 'ses-1', handing_since: null }, { transition: { name: 'send' } }],
  ]);
  expect(ended).toMatchObject({ status: 'sent', message_id: 'ses-1' });
  expect(sent).toBe(1);
  expect((await delivered({ taken: ['sent'] })).names).toEqual(['claim', 'sent-late']);
  expect((await delivered({ taken: ['sent', 'sent-late'] })).ended).toMatchObject({ handing_since: now.toISOString() });
});

test('a mail is sent by one worker, and again only once the outcome of the first attempt is known', async () => {
  expect(await delivered({ taken: ['claim'] })).toMatchObject({ ended: 'Another worker has the mail', sent: 0 });
  const since = (milliseconds: number) => ({ handing_since: new Date(now.getTime() - milliseconds).toISOString() });
  const early = await delivered({ record: since(599_999) });
  expect(early).toMatchObject({ ended: 'It is not known yet whether SES accepted the mail', sent: 0, composed: 0 });
  expect((await delivered({ record: since(600_000) })).sent).toBe(1);
  for (const status of ['sent', 'bounced', 'failed']) {
    expect(await delivered({ record: { status } })).toMatchObject({ ended: { status }, sent: 0, names: [] });
  }
});

test('nothing is sent to a suppressed address, and the log states the reason', async () => {
  const { ended, steps, sent, composed } = await delivered({ suppressed: { reason: 'bounce' } });
  expect([sent, composed]).toEqual([0, 0]);
  expect(steps).toMatchObject([['fail', { metadata: { of: 'mine', code: 'suppressed' } }, { ifVersion: 1 }]]);
  expect(ended).toMatchObject({
    status: 'failed',
    metadata: { reason: 'Mails to this address are suppressed: bounce' },
  });
});

test("a transiently rejected mail is released, or failed with the last delivery, and an operator's retry starts afresh", async () => {
  const send = () => Promise.reject(new MailRefusal('Too  many\nmails', false));
  const released = await delivered({ send });
  expect([released.names, released.ended]).toEqual([['claim', 'release'], 'Too  many\nmails']);
  const failed = await delivered({ send, last: true });
  expect(failed.steps.at(-1)).toMatchObject([
    'fail',
    { handing_since: null, metadata: { reason: 'Too many mails', code: 'turned_away' } },
    { ifVersion: 2 },
  ]);
  const turnedAway = { status: 'failed', metadata: { code: 'turned_away' } };
  expect((await delivered({ record: turnedAway })).names).toEqual(['retry', 'claim', 'sent']);
  expect((await delivered({ record: turnedAway, attempt: 2 })).names).toEqual([]);
  expect((await delivered({ record: { ...turnedAway, metadata: { code: 'refused' } } })).names).toEqual([]);
});

test('a permanently rejected mail fails immediately, any other failure keeps the claim', async () => {
  const refused = await delivered({ send: () => Promise.reject(new MailRefusal('No such address', true)) });
  expect(refused).toMatchObject({
    names: ['claim', 'fail'],
    ended: { status: 'failed', metadata: { code: 'refused' } },
  });
  const lost = await delivered({ send: () => Promise.reject(new Error('no answer')) });
  expect([lost.names, lost.ended]).toEqual([['claim'], 'no answer']);
});
