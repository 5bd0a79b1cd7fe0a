import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { workers } from '../../functions/workers/registry.ts';
import { context, eventOf, useSamples, worksOf } from '../contract/samples.ts';
import { startModels } from '../support/models-server.ts';
import { answerOf, type Interposer, interposed, type SdkAttempt, stopInterposing } from '../support/sdk-calls.ts';
import { FAULTS, type Fault, faultAt, isWrite, matrixSize, outageOf, recording } from './support/faults.ts';
import { openState, orphansMet, type State, withoutOrphans } from './support/stored-state.ts';

/** All cells instead of a sample: `FAULTS=all`. */
const ALL = process.env.FAULTS === 'all';
/** Writes of one worker that a sample tries, each with one fault. */
const SAMPLED = 6;

// A run may keep its lease for a minute longer than its slice. Leases are renewed so rarely that no renewal falls
// between the counted calls.
useSamples({ SLICE_SECONDS: '60', LEASE_SECONDS: '120' });

let state: State;
let models: Awaited<ReturnType<typeof startModels>>;
let turn = 0;
const size = matrixSize();
beforeAll(async () => {
  models = await startModels();
  state = await openState();
});
afterAll(async () => {
  state.end();
  stopInterposing();
  await models.end();
  if (ALL) process.stdout.write(`${size.summary('workers')}; files left behind: ${orphansMet()}\n`);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Ports whose service is called by every run of their worker. */
const MODELS = [
  ['ocr', 'Textract'],
  ['describer', 'Bedrock'],
] as const;

/** Attributes that count attempts and writes or name the writer. */
const TRACES = new Set(
  [
    'attempts',
    'record_version',
    'version',
    'write_id',
    'creation_id',
    'revision',
    'asked',
    'rounds',
    'run',
    'generation',
  ].concat([
    ...['lease', 'lease_owner', 'lease_until', 'held_until', 'compacted', 'queued_at', 'building', 'message_id'],
  ]),
);
/**
 * A redundant change item is harmless. The plan of completed slices expires if it was not removed. The lease on an
 * organization's deletion is longer than the clock may be moved here: the next run removes the rest and ends it
 * (removal.test.ts).
 */
const isRecord = (line: string): boolean =>
  !/"pk":\{"S":"[^"]*CHANGES"|"pk":\{"S":"DUE#ORGANIZATION#|"pk":\{"S":"ORG#doomed-[^"]*#OUTBOX"|"sk":\{"S":"SLICES#/.test(
    line,
  );
/**
 * Without repeated lines of a webhook's log: an event may be sent again after a lost answer, and each attempt is
 * logged.
 */
const loggedOnce = (lines: readonly string[]): string[] =>
  lines.filter((line, i) => !line.includes('"sk":{"S":"DELIVERY#') || lines.indexOf(line) === i);
/** Without the days of a counter: deliveries before and after midnight are counted on two days. */
const withoutDays = (lines: readonly string[]): string[] => {
  const named = lines.map((line) => line.replace(/(?<="OUTSIDE-MAILS#)\d{4}-\d\d-\d\d/, '<day>'));
  return named.filter((line, i) => !line.includes('<day>') || named.indexOf(line) === i);
};
const DELIVERIES = 4;
/**
 * Milliseconds after which a worker that ended no longer holds a record. All deliveries together stay within the five
 * minutes of clock skew that the SDK tolerates.
 */
const LONGEST_HOLD = 130_000;
/** Milliseconds for which a mail is not retried while it is unknown whether SES has accepted it. */
const UNTIL_SETTLED = 1_000_000;
/** Workers that remove files which the next run needs on the same records. */
const KEEPING = new Set(['process-slice', 'recognise-text']);
/** What a delivery would do if it were the only one: files removed at the end of the work are kept. */
const keeping: Interposer = async ({ operation }, send) =>
  operation === 'POST delete' ? answerOf(200, '<DeleteResult/>', 'application/xml') : send();

test.each(workers.map(({ worker, handler }) => ({ id: worker.id, worker, handler })))(
  '$id',
  async ({ id, worker, handler }) => {
    const { fixtures, done } = (await worksOf[id]?.()) ?? expect.fail(`${id} has no work here`);
    const event = eventOf(id, fixtures);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const start = Date.now();
    // The worker's clock may be far from the machine's, by which the SDK corrects its own.
    vi.useRealTimers();
    const before = await state.all();
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
    /** Delivers until the work is done, then once more, which must change nothing. */
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
        // Leases left by a delivery are taken over once they have expired.
        now += 'queue' in worker ? (id === 'send-mail' ? UNTIL_SETTLED : LONGEST_HOLD) : 0;
        if (done && !isFirst) break;
      }
      expect(done, `${name}: it comes to its end`).toBe(true);
      vi.useRealTimers();
      const changes = await state.changesBy(attempts, { before, ignored: TRACES });
      return { changes: withoutDays(loggedOnce(changes.filter(isRecord))), mails };
    };
    await run((_, send) => send());
    const { changes: once } = await run(recording(calls));
    size.add(calls.length);
    const called = new Set(calls.map(({ service }) => service));
    for (const [port, name] of MODELS) if (worker.uses.some((used) => used === port)) expect(called).toContain(name);

    const cell = async (name: string, interposer: Interposer & { hit: number }, mostMails = 1) => {
      size.count(name);
      const { changes, mails } = await run(interposer, name);
      expect(mails, `${name}: mails`).toBeLessThanOrEqual(mostMails);
      expect(interposer.hit, `${name} was met`).toBeGreaterThan(0);
      if (isDeepStrictEqual(withoutOrphans(changes, once), once)) return;
      const beyond = changes.filter((line) => !once.includes(line));
      const lacking = once.filter((line) => !changes.includes(line));
      expect.fail(`${name}\nbeyond: ${beyond.join('\n')}\nlacking: ${lacking.join('\n')}`);
    };

    const handing = calls.findIndex(({ service }) => service === 'SES');
    /**
     * A second mail is sent if SES accepted the first, its answer was lost or the log could not be written, and SES
     * publishes no event for ten minutes: in this test nobody passes its events to the service.
     */
    const mostMails = (index: number, fault: Fault): number =>
      handing >= 0 && (index === handing ? fault.takesEffect : index > handing && isWrite(calls[index]!)) ? 2 : 1;

    // The second delivery of the reference is irrelevant.
    const writes = calls.map((call, index) => ({ call, index })).filter(({ call }) => ALL || isWrite(call));
    const every = ALL ? 1 : Math.max(1, Math.ceil(writes.length / SAMPLED));
    for (const { call, index } of writes.filter((_, i) => i % every === 0)) {
      const possible = FAULTS.filter(({ hits }) => hits(call));
      const chosen = ALL ? possible : [possible[turn++ % possible.length]];
      for (const fault of chosen) {
        if (!fault) continue;
        const name = `${id}, call ${index}, ${call.service} ${call.operation}: ${fault.name}`;
        await cell(name, faultAt(index, fault), mostMails(index, fault));
      }
    }
    for (const service of called) {
      await cell(`${id}: an outage of ${service}`, outageOf(service));
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    await isDone();
    vi.useRealTimers();
    // Its records were restored for each run, and each run sent their mail.
    if (id !== 'send-mail') await done();
  },
  ALL ? 1_800_000 : undefined,
);
