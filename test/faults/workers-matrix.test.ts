import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { workers } from '../../functions/workers/registry.ts';
import { context, eventOf, useSamples, worksOf } from '../contract/samples.ts';
import { answerOf, type Interposer, interposed, type SdkAttempt, stopInterposing } from '../support/sdk-calls.ts';
import { FAULTS, faultAt, isWrite, outageOf, recording } from './support/faults.ts';
import { type Items, linesOf, openTables, standing, type Tables } from './support/table-state.ts';

/** All cells instead of a sample: `FAULTS=all`. */
const ALL = process.env.FAULTS === 'all';
/** Writes of one worker that a sample tries, each with one fault. */
const SAMPLED = 6;

// A run may hold what it works on for a minute longer than its slice.
useSamples({ SLICE_SECONDS: '60' });

let tables: Tables;
let turn = 0;
let cells = 0;
beforeAll(async () => {
  tables = await openTables();
});
afterAll(() => {
  tables.end();
  stopInterposing();
  if (ALL) process.stdout.write(`${cells} faults of workers\n`);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What tells how often work was begun or written, and by whom. */
const TRACES = new Set(
  ['attempts', 'record_version', 'write_id', 'creation_id', 'revision', 'asked', 'rounds', 'run', 'generation'].concat([
    ...['lease', 'lease_owner', 'lease_until', 'held_until', 'compacted', 'queued_at', 'building', 'message_id'],
  ]),
);
/**
 * Changes tell that something may have changed: one more of them says nothing. The plan of slices that are done expires
 * where it was not removed. A deletion of an organization is held for longer than the clock may move here: the next run
 * ends it (removal.test.ts).
 */
const isRecord = (line: string): boolean =>
  !/"pk":\{"S":"[^"]*CHANGES"|"pk":\{"S":"DUE#ORGANIZATION#|"sk":\{"S":"SLICES#/.test(line);
const DELIVERIES = 4;
/**
 * Milliseconds after which nothing holds a record any more whose worker ended. All deliveries together stay within the
 * five minutes by which the SDK takes the clocks of client and service to differ.
 */
const LONGEST_HOLD = 130_000;
/** Milliseconds for which a mail is left alone of which nobody knows whether SES has taken it. */
const UNTIL_SETTLED = 1_000_000;
/** Workers that remove files which the next run, on the same records again, has to find. */
const KEEPING = new Set(['process-slice', 'recognise-text']);
/** What a delivery would do if it were the only one: files that go at the end of the work stay. */
const keeping: Interposer = async ({ operation }, send) =>
  operation === 'POST delete' ? answerOf(200, '<DeleteResult/>', 'application/xml') : send();

test.each(workers.map(({ worker, handler }) => ({ id: worker.id, worker, handler })))(
  '$id',
  async ({ id, worker, handler }) => {
    const { fixtures, done } = (await worksOf[id]?.()) ?? expect.fail(`${id} has no work here`);
    const event = eventOf(id, fixtures);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const start = Date.now();
    const before = await tables.all();
    const calls: SdkAttempt[] = [];
    const deliver = handler as (
      event: unknown,
      context: unknown,
    ) => Promise<{ batchItemFailures: unknown[] } | undefined>;

    /** Whether a delivery did its work. */
    const isDone = async () => {
      try {
        const answer = await deliver(structuredClone(event), context(id, worker.timeoutSeconds));
        return (answer?.batchItemFailures ?? []).length === 0;
      } catch {
        return false;
      }
    };
    /** Delivers until the work is done, then once more, which changes nothing. */
    const run = async (interposer: Interposer, name = 'no fault') => {
      const attempts: SdkAttempt[] = [];
      let mails = 0;
      const watched = (through: Interposer) =>
        interposed((attempt, send) => {
          attempts.push(attempt);
          const counted = () => {
            mails += attempt.service === 'SES' ? 1 : 0;
            return send();
          };
          return through(attempt, KEEPING.has(id) ? () => keeping(attempt, counted) : counted);
        }, isDone);
      let done = false;
      let now = start;
      for (let delivery = 1; delivery <= DELIVERIES; delivery++) {
        vi.useFakeTimers({ toFake: ['Date'], now });
        const isFirst = delivery === 1;
        done = await watched(isFirst ? interposer : (_, send) => send());
        // What a delivery left behind with a lease is taken over when that has ended.
        now += 'queue' in worker ? (id === 'send-mail' ? UNTIL_SETTLED : LONGEST_HOLD) : 0;
        if (done && !isFirst) break;
      }
      expect(done, `${name}: it comes to its end`).toBe(true);
      const touched = tables.touched(attempts);
      const stands = await tables.read(touched);
      await tables.restore(touched, before);
      return { touched, stands, mails };
    };
    await run((_, send) => send());
    const reference = await run(recording(calls));

    const cell = async (name: string, interposer: Interposer & { hit: number }) => {
      cells++;
      const { touched, stands, mails } = await run(interposer, name);
      // A second one only where SES's word on the first is awaited in vain: here nothing brings it.
      expect(mails, `${name}: mails`).toBeLessThanOrEqual(2);
      expect(interposer.hit, `${name} was met`).toBeGreaterThan(0);
      const all = [...new Set([...reference.touched, ...touched])];
      const after = (items: Items, own: readonly string[]): string[] => {
        const others = standing(
          before,
          all.filter((key) => !own.includes(key)),
        );
        return linesOf(new Map([...others, ...items]), before, TRACES).filter(isRecord);
      };
      const once = after(reference.stands, reference.touched);
      const now = after(stands, touched);
      if (isDeepStrictEqual(now, once)) return;
      const beyond = now.filter((line) => !once.includes(line));
      const lacking = once.filter((line) => !now.includes(line));
      expect.fail(`${name}\nbeyond: ${beyond.join('\n')}\nlacking: ${lacking.join('\n')}`);
    };

    // The second delivery of the reference is of no interest.
    const writes = calls.map((call, index) => ({ call, index })).filter(({ call }) => ALL || isWrite(call));
    const every = ALL ? 1 : Math.max(1, Math.ceil(writes.length / SAMPLED));
    for (const { call, index } of writes.filter((_, i) => i % every === 0)) {
      const possible = FAULTS.filter(({ hits }) => hits(call));
      const chosen = ALL ? possible : [possible[turn++ % possible.length]];
      for (const fault of chosen) {
        if (fault)
          await cell(`${id}, call ${index}, ${call.service} ${call.operation}: ${fault.name}`, faultAt(index, fault));
      }
    }
    for (const service of new Set(calls.map((call) => call.service))) {
      await cell(`${id}: an outage of ${service}`, outageOf(service));
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    await isDone();
    vi.useRealTimers();
    // Its records were put back for each run, and each sent the mail that they ask for.
    if (id !== 'send-mail') await done();
  },
  ALL ? 1_800_000 : undefined,
);
