import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adapter as idempotencyAdapter } from '../../../shared/aws/adapters/idempotency.write.ts';
import { adapter as limitsAdapter } from '../../../shared/aws/adapters/limits.write.ts';
import { requestsTableOf } from '../../../shared/aws/clients/requests-table.ts';
import type { Table } from '../../../shared/aws/clients/table.ts';
import { hourOf } from '../../../shared/domain/limits/rate-windows.ts';
import type { AdmissionRequest, IdempotencyWrite, LimitsWrite, StoredAnswer } from '../../../shared/ports.ts';
import { EXPIRES } from '../../../shared/table/definition.ts';
import { limitsKey } from '../../../shared/table/request-keys.ts';
import { hasTable, startTable } from './support/table.ts';

/** Both adapters against a real table: their guarantees are those of its conditional writes. */
describe.skipIf(!hasTable())('in the table', () => {
  let limits: LimitsWrite;
  let idempotency: IdempotencyWrite;
  let requests: Table;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const table = await startTable();
    limits = limitsAdapter(table.environment);
    idempotency = idempotencyAdapter(table.environment);
    requests = requestsTableOf(table.environment);
    stop = table.stop;
  });
  afterAll(() => stop?.());

  const now = new Date('2026-03-12T19:03:10Z');
  const request = (change: Partial<AdmissionRequest>): AdmissionRequest => ({
    organizationId: 'org-1',
    identity: 'issuer|user',
    requestId: randomUUID(),
    now,
    leaseUntil: now.getTime() + 12_000,
    perMinute: 100,
    perHour: 5000,
    concurrent: 10,
    ...change,
  });

  describe('the limiter', () => {
    test('counts by user and organization, minute and hour', async () => {
      const identity = randomUUID();
      const admit = async (change: Partial<AdmissionRequest> = {}) => {
        const asked = request({ identity, perMinute: 2, perHour: 3, ...change });
        const decision = await limits.admit(asked);
        if (decision.admitted) await limits.release(asked);
        return decision;
      };
      expect(await admit()).toMatchObject({ admitted: true, limit: 2, remaining: 1 });
      expect(await admit()).toMatchObject({ admitted: true, remaining: 0 });
      expect(await admit()).toMatchObject({ admitted: false, limit: 2, remaining: 0, retryAfter: 50 });
      expect(await admit({ organizationId: 'org-2' })).toMatchObject({ admitted: true });
      const nextMinute = new Date('2026-03-12T19:04:00Z');
      expect(await admit({ now: nextMinute })).toMatchObject({ admitted: true, limit: 3, remaining: 0 });
      expect(await admit({ now: nextMinute })).toMatchObject({ admitted: false, limit: 3, retryAfter: 3360 });
      expect(await admit({ now: new Date('2026-03-12T20:00:00Z') })).toMatchObject({ admitted: true });
    });

    test('admits exactly as many concurrent requests as allowed', async () => {
      const identity = randomUUID();
      const asked = Array.from({ length: 25 }, () => request({ identity }));
      const decisions = await Promise.all(asked.map((each) => limits.admit(each)));
      expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(10);
      expect(decisions.find(({ admitted }) => !admitted)).toMatchObject({ limit: 10, remaining: 0, retryAfter: 1 });
      await Promise.all(asked.map((each) => limits.release(each)));
      expect(await limits.admit(request({ identity }))).toMatchObject({ admitted: true, remaining: 89 });
    });

    test('admits exactly 100 of 120 parallel requests in a minute, and never more than 10 at once', async () => {
      const identity = randomUUID();
      let waiting = Array.from({ length: 120 }, () => request({ identity }));
      let admitted = 0;
      // All at once; then the rejected ones retry each time that the running ones have ended.
      for (let wave = 0; wave < 10; wave++) {
        const asking = waiting.slice(0, wave === 0 ? 120 : 20);
        const decisions = await Promise.all(asking.map((each) => limits.admit(each)));
        const running = asking.filter((_, i) => decisions[i]?.admitted);
        expect(running).toHaveLength(10);
        admitted += running.length;
        await Promise.all(running.map((each) => limits.release(each)));
        waiting = waiting.filter((each) => !running.includes(each));
      }
      expect(admitted).toBe(100);
      const rest = await Promise.all(waiting.map((each) => limits.admit(each)));
      expect(rest).toHaveLength(20);
      expect(rest.filter((each) => each.admitted || each.window !== 'minute')).toEqual([]);
    });

    test('has its counter expire an hour after the end of the hour it counts, and not before', async () => {
      const asked = request({ identity: randomUUID() });
      await limits.admit(asked);
      const Key = limitsKey(asked.organizationId, asked.identity, hourOf(now));
      const { Item } = await requests.client.send(new GetCommand({ TableName: requests.name, Key }));
      expect(Item?.[EXPIRES]).toBe(Date.parse('2026-03-12T21:00:00Z') / 1000);
    });

    test('counts a write once whose first response was lost', async () => {
      const asked = request({ identity: randomUUID(), perMinute: 2 });
      expect(await limits.admit(asked)).toMatchObject({ admitted: true, remaining: 1 });
      expect(await limits.admit(asked)).toMatchObject({ admitted: true, remaining: 1 });
    });

    test('takes over the slots of dead requests', async () => {
      const identity = randomUUID();
      const died = Array.from({ length: 2 }, () => request({ identity, concurrent: 2 }));
      await Promise.all(died.map((each) => limits.admit(each)));
      const later = {
        identity,
        concurrent: 2,
        now: new Date(now.getTime() + 12_001),
        leaseUntil: now.getTime() + 24_000,
      };
      expect(await limits.admit(request({ ...later, now }))).toMatchObject({ admitted: false });
      expect(await limits.admit(request(later))).toMatchObject({ admitted: true });
    });

    test('releases slots leaked by the longest requests within 35 s', async () => {
      const identity = randomUUID();
      // 29 s is the longest time-out of an operation, and its lease ends 2 s later.
      const leaked = Array.from({ length: 10 }, () => request({ identity, leaseUntil: now.getTime() + 31_000 }));
      for (const each of leaked) expect(await limits.admit(each)).toMatchObject({ admitted: true });
      const at = (seconds: number) =>
        request({ identity, now: new Date(now.getTime() + seconds * 1000), leaseUntil: now.getTime() + 90_000 });
      expect(await limits.admit(at(30))).toMatchObject({ admitted: false, window: 'concurrent' });
      const decisions = await Promise.all(Array.from({ length: 12 }, () => limits.admit(at(35))));
      expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(10);
    });

    test('tolerates a repeated release, and that of an unknown request', async () => {
      const asked = request({ identity: randomUUID() });
      await limits.release(asked);
      await limits.admit(asked);
      await limits.release(asked);
      await limits.release(asked);
      expect(await limits.admit(request({ identity: asked.identity }))).toMatchObject({ remaining: 98 });
    });
  });

  describe('an idempotency key', () => {
    const answer: StoredAnswer = { status: 201, headers: { ETag: '"1"' }, body: '{"id":"ä"}', projects: ['p1'] };
    const keyOf = () => ({
      organizationId: 'org-1',
      identity: 'issuer|user',
      operationId: 'create',
      key: `k#${randomUUID()}`,
    });
    const terms = (change: object = {}) => ({
      requestId: randomUUID(),
      seed: randomUUID(),
      now,
      leaseUntil: now.getTime() + 12_000,
      ...change,
    });

    test('is claimed by one of many requests; the others get its response', async () => {
      const key = keyOf();
      const all = Array.from({ length: 12 }, () => terms());
      const states = await Promise.all(all.map((each) => idempotency.begin(key, 'hash', each)));
      const winner = states.findIndex(({ kind }) => kind === 'started');
      expect(states.filter(({ kind }) => kind === 'started')).toEqual([{ kind: 'started', seed: all[winner]?.seed }]);
      expect(states.filter(({ kind }) => kind === 'in_flight')).toHaveLength(11);
      await idempotency.complete(key, all[(winner + 1) % 12]?.requestId ?? '', { ...answer, status: 500 });
      await idempotency.complete(key, all[winner]?.requestId ?? '', answer);
      expect(await idempotency.begin(key, 'hash', terms())).toEqual({ kind: 'answered', answer });
      expect(await idempotency.begin(key, 'other', terms())).toEqual({ kind: 'other_body' });
    });

    test('recognises its own claim after a lost response', async () => {
      const key = keyOf();
      const mine = terms();
      expect(await idempotency.begin(key, 'hash', mine)).toEqual({ kind: 'started', seed: mine.seed });
      expect(await idempotency.begin(key, 'hash', { ...mine, seed: 'another' })).toEqual({
        kind: 'started',
        seed: mine.seed,
      });
    });

    test('is passed on with its seed when its holder died or released it', async () => {
      const key = keyOf();
      const first = terms();
      await idempotency.begin(key, 'hash', first);
      const later = new Date(now.getTime() + 12_001);
      const rivals = [1, 2, 3].map(() => terms({ now: later, leaseUntil: now.getTime() + 24_000 }));
      const states = await Promise.all(rivals.map((each) => idempotency.begin(key, 'hash', each)));
      expect(states.filter(({ kind }) => kind === 'started')).toEqual([{ kind: 'started', seed: first.seed }]);

      const heir = rivals[states.findIndex(({ kind }) => kind === 'started')]?.requestId ?? '';
      await idempotency.abandon(key, first.requestId);
      expect(await idempotency.begin(key, 'hash', terms({ now: later }))).toEqual({ kind: 'in_flight' });
      await idempotency.abandon(key, heir);
      expect(await idempotency.begin(key, 'hash', terms({ now: later }))).toEqual({
        kind: 'started',
        seed: first.seed,
      });
    });

    test('expires after 24 hours, whether or not the table has removed it', async () => {
      const key = keyOf();
      const first = terms();
      await idempotency.begin(key, 'hash', first);
      await idempotency.complete(key, first.requestId, answer);
      const dayAfter = new Date(now.getTime() + 24 * 3600_000);
      expect(await idempotency.begin(key, 'other', terms({ now: new Date(dayAfter.getTime() - 1000) }))).toEqual({
        kind: 'other_body',
      });
      const next = terms({ now: dayAfter, leaseUntil: dayAfter.getTime() + 12_000 });
      expect(await idempotency.begin(key, 'other', next)).toEqual({ kind: 'started', seed: next.seed });
      expect(await idempotency.begin(key, 'other', terms({ now: dayAfter }))).toEqual({ kind: 'in_flight' });
    });

    test('stores a large response, and allows a rerun if it is too large to store', async () => {
      const [key, other] = [keyOf(), keyOf()];
      const [mine, theirs] = [terms(), terms()];
      await idempotency.begin(key, 'hash', mine);
      const large = { ...answer, body: 'line\n'.repeat(400_000) };
      await idempotency.complete(key, mine.requestId, large);
      expect(await idempotency.begin(key, 'hash', terms())).toEqual({ kind: 'answered', answer: large });

      await idempotency.begin(other, 'hash', theirs);
      const random = Array.from({ length: 20_000 }, () => randomUUID()).join('');
      await idempotency.complete(other, theirs.requestId, { ...answer, body: random });
      expect(await idempotency.begin(other, 'hash', terms())).toEqual({ kind: 'started', seed: theirs.seed });
    });
  });
});
