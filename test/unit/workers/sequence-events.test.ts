import { expect, test } from 'vitest';
import { handle } from '../../../functions/workers/sequence-events.ts';

/** Runs the worker; `drain` is given what to call with appended events. Returns the messages to webhooks. */
const ran = async (
  drain: (append: (events: object[]) => Promise<void>, until: number) => Promise<string>,
  attempt = 1,
) => {
  const woken: string[] = [];
  let continued = 0;
  const webhooks = ['task.created', 'task.deleted'].map((type) => ({
    ...{ id: type, organization_id: 'acme', project_id: null, types: [type], status: 'active' },
  }));
  const ports = {
    'events.append': { drain: (_o: string, until: number, append: never) => drain(append, until) },
    'queue.events': { send: async () => void continued++ },
    'webhooks.read': { entries: async () => [...webhooks, { ...webhooks[0], id: 'paused', status: 'paused' }] },
    'queue.webhooks': { send: async ({ webhook_id }: { webhook_id: string }) => void woken.push(webhook_id) },
  };
  const run = { requestId: 'r', now: new Date(), deadline: Date.now() + 60_000, signal: new AbortController().signal };
  const ended = await handle({ organization_id: 'acme' }, ports as never, {
    ...run,
    delivery: { messageId: 'm', attempt, last: false },
  }).catch((error: Error) => error.message);
  return { ended, woken, continued };
};
const created = { type: 'task.created', project_id: 'p' };

test('webhooks that ask for an appended event are woken', async () => {
  const { woken } = await ran(async (append) => append([created]).then(() => 'done'));
  expect(woken).toEqual(['task.created']);
  expect((await ran(async () => 'done')).woken).toEqual([]);
});

test('they are woken after two seconds while others keep writing, and the rest is left to another message', async () => {
  const before = Date.now();
  let end = 0;
  const { woken, continued } = await ran(async (append, until) => {
    end = until;
    await append([created]);
    return 'unfinished';
  });
  expect(end - before).toBeLessThanOrEqual(2_000 + Date.now() - before);
  expect({ woken, continued }).toEqual({ woken: ['task.created'], continued: 1 });
});

test('they are woken even if the events after it cannot be appended', async () => {
  const { ended, woken } = await ran(async (append) => {
    await append([created]);
    throw new Error('contended');
  });
  expect({ ended, woken }).toEqual({ ended: 'contended', woken: ['task.created'] });
});

test('a message that is delivered again wakes all, because an earlier run may have appended any event', async () => {
  const { woken } = await ran(async () => 'done', 2);
  expect(woken).toEqual(['task.created', 'task.deleted']);
});
