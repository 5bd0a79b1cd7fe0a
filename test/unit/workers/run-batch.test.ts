import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handle } from '../../../functions/workers/run-batch.ts';
import { handle as sendDigests } from '../../../functions/workers/send-digests.ts';
import { handle as tendIndexes } from '../../../functions/workers/tend-indexes.ts';
import type { Due } from '../../../shared/domain/due.ts';
import type { SentMessage } from '../../../shared/queue/messages.ts';
import type { MessageRun } from '../../../shared/queue/worker.ts';

process.env.LOG_LEVEL = 'silent';
const START = Date.parse('2026-11-23T06:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());

/** Each read of the table takes a minute, so that a run has five. */
const passing = () => void vi.setSystemTime(Date.now() + 60_000);

const world = (people: number, organizations: number) => {
  const due: Due[] = Array.from({ length: people }, (_, i) => ({
    organization_id: `o${i % 7}`,
    id: `u${i}`,
    at: '2026-11-22',
  }));
  const indexes = Array.from({ length: organizations }, (_, i) => `o${String(i).padStart(5, '0')}`);
  const sent = { mail: [] as string[], search: [] as string[], batches: [] as SentMessage<'batches'>[] };
  const ports = {
    'digests.due': {
      list: async (shard: number, _before: string, limit: number) => {
        passing();
        return shard === 0 ? due.slice(0, limit) : [];
      },
    },
    'digests.write': {
      asked: async (one: Due) => void due.splice(due.indexOf(one), 1),
    },
    'search.known': {
      page: async (after: string | undefined, limit: number) => {
        passing();
        return indexes.filter((id) => after === undefined || id > after).slice(0, limit);
      },
      untended: async (ids: readonly string[]) => ids.filter((id) => Number(id.slice(1)) % 2 === 0),
    },
    'queue.mail': { send: async ({ subscriber = '' }: { subscriber?: string }) => void sent.mail.push(subscriber) },
    'queue.search': { send: async ({ organization_id = '' }) => void sent.search.push(organization_id) },
    'queue.batches': { send: async (message: SentMessage<'batches'>) => void sent.batches.push(message) },
  };
  /** Runs all sent messages until none is left, and returns the number of runs. */
  const runAll = async () => {
    let runs = 0;
    for (let batch = sent.batches.shift(); batch; batch = sent.batches.shift()) {
      const run = { now: new Date(), deadline: Date.now() + 300_000 } as MessageRun;
      await handle(batch, ports as never, run);
      runs++;
    }
    return runs;
  };
  return { sent, indexes, ports: ports as never, runAll };
};

test("everybody's digest is requested once, by as many runs as it takes", async () => {
  const { sent, ports, runAll } = world(1_234, 0);
  await sendDigests(ports, { now: new Date() } as never);
  expect(sent.batches).toMatchObject([{ shard: 0 }]);
  expect(await runAll()).toBeGreaterThan(1);
  expect(sent.mail).toHaveLength(1_234);
  expect(new Set(sent.mail).size).toBe(1_234);
});

test('no run is requested if nothing is due', async () => {
  const none = world(0, 0);
  await sendDigests(none.ports, { now: new Date() } as never);
  await tendIndexes(none.ports, { now: new Date() } as never);
  expect(none.sent.batches).toEqual([]);
  // Those with odd numbers need maintenance.
  const tended = world(0, 2);
  tended.indexes.splice(0, 1);
  await tendIndexes(tended.ports, { now: new Date() } as never);
  expect(tended.sent.batches).toEqual([]);
  const beyond = world(0, 300);
  beyond.indexes.splice(0, 300, ...beyond.indexes.filter((id) => Number(id.slice(1)) % 2 === 1));
  await tendIndexes(beyond.ports, { now: new Date() } as never);
  expect(beyond.sent.batches).toEqual([{ job: 'indexes', after: null }]);
});

test('every index due for maintenance is requested once, each run continuing where the previous one ended', async () => {
  const { sent, ports, runAll } = world(0, 1_100);
  await tendIndexes(ports, { now: new Date() } as never);
  expect(await runAll()).toBeGreaterThan(1);
  expect(sent.search).toHaveLength(550);
  expect(new Set(sent.search).size).toBe(550);
});
