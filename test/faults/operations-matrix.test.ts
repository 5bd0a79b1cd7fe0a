import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { environment, useEnvironment } from '../../shared/environment.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { context, eventOf, fixturesFor, handlerOf, useSamples } from '../contract/samples.ts';
import { type Interposer, interposed, type SdkAttempt, stopInterposing } from '../support/sdk-calls.ts';
import { FAULTS, faultAt, isWrite, outageOf, recording } from './support/faults.ts';
import { type Items, linesOf, openTables, standing, type Tables } from './support/table-state.ts';

/** All cells instead of a sample that meets every call and every fault: `FAULTS=all`. */
const ALL = process.env.FAULTS === 'all';

useSamples();

let tables: Tables;
beforeAll(async () => {
  tables = await openTables();
});
afterAll(() => {
  tables.end();
  stopInterposing();
  if (ALL) process.stdout.write(`${cells} faults of operations\n`);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Operations whose work on a file in parts cannot be put back: each run has an upload of its own. */
const FRESH = new Set(['complete-upload', 'abort-upload', 'export-comparison']);

/**
 * Operations of two writes, whose second one is only there for what comes later: where it is lost, the caller, who was
 * answered 503, makes up for it by sending the request again.
 */
const COMPLETED_BY_RETRY = new Set(['correct-sheet']);
/** What sending a request again changes, beside its effect. */
const VERSIONS = new Set(['record_version', 'write_id', 'creation_id']);

interface Result {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}
/** Which fault a call meets in a sample: another one each time. */
let turn = 0;
let cells = 0;

test.each(operations.map(({ operation }) => operation as Operation))('$id', async (operation) => {
  const { id } = operation;
  let event = eventOf(id, await fixturesFor(operation));
  // Retries do not wait, and no time passes between runs.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const before = await tables.all();
  const calls: SdkAttempt[] = [];
  const run = async (interposer: Interposer) => {
    if (FRESH.has(id)) event = eventOf(id, await fixturesFor(operation));
    const attempts: SdkAttempt[] = [];
    const act = async () => handlerOf(id)(structuredClone(event), context(id)) as Promise<Result>;
    const watched = (through: Interposer) =>
      interposed((attempt, send) => {
        attempts.push(attempt);
        return through(attempt, send);
      }, act);
    const result = await watched(interposer);
    if (result.statusCode === 503 && COMPLETED_BY_RETRY.has(id)) await watched((_, send) => send());
    const touched = tables.touched(attempts);
    const stands = await tables.read(touched);
    await tables.restore(touched, before);
    return { result, touched, stands };
  };
  // The first run fills the process's caches.
  await run((_, send) => send());
  const reference = await run(recording(calls));
  expect(reference.result.statusCode, reference.result.body).toBeLessThan(400);

  const cell = async (name: string, interposer: Interposer & { hit: number }) => {
    cells++;
    const { result, touched, stands } = await run(interposer);
    expect(interposer.hit, `${name} was met`).toBeGreaterThan(0);
    const { statusCode, headers, body } = result;
    if (statusCode === 503) {
      expect(headers['Retry-After'], name).toMatch(/^[1-9]\d*$/);
      expect(JSON.parse(body), name).toMatchObject({ code: 'unavailable', detail: expect.any(String) });
    } else {
      expect([name, statusCode], body).toEqual([name, reference.result.statusCode]);
    }
    if (FRESH.has(id)) return;
    const ignored = COMPLETED_BY_RETRY.has(id) ? VERSIONS : undefined;
    const all = [...new Set([...reference.touched, ...touched])];
    /** The items that a run left, with those that only the other run touched as they stood. */
    const after = (items: Items, own: readonly string[]): string[] => {
      const others = standing(
        before,
        all.filter((key) => !own.includes(key)),
      );
      return linesOf(new Map([...others, ...items]), before, ignored);
    };
    const [none, once] = [after(new Map(), []), after(reference.stands, reference.touched)];
    const now = after(stands, touched);
    if (isDeepStrictEqual(now, once) || (statusCode === 503 && isDeepStrictEqual(now, none))) return;
    // Says what is there beyond one execution, and what lacks of it.
    const isSecond = (line: string) => COMPLETED_BY_RETRY.has(id) && /"pk":\{"S":"[^"]*CHANGES"/.test(line);
    const beyond = now.filter((line) => !once.includes(line) && !isSecond(line));
    const lacking = once.filter((line) => !now.includes(line));
    if (COMPLETED_BY_RETRY.has(id) && beyond.length + lacking.length === 0) return;
    expect.fail(`${name}: ${statusCode}\nbeyond: ${beyond.join('\n')}\nlacking: ${lacking.join('\n')}`);
  };

  for (const [index, call] of calls.entries()) {
    const possible = FAULTS.filter(({ hits }) => hits(call));
    const chosen = ALL ? possible : isWrite(call) ? [possible[turn++ % possible.length]] : [];
    for (const fault of chosen) {
      if (fault)
        await cell(`${id}, call ${index}, ${call.service} ${call.operation}: ${fault.name}`, faultAt(index, fault));
    }
  }
  for (const service of new Set(calls.map((call) => call.service))) {
    await cell(`${id}: an outage of ${service}`, outageOf(service));
  }
});

test('without the keys of the identity provider every operation is unavailable', async () => {
  useEnvironment({ ...environment(), JWKS_URL: 'http://127.0.0.1:9/keys' });
  onTestFinished(() => useEnvironment(undefined));
  const secured = operations.filter(({ operation }) => operation.auth !== 'public');
  for (const { operation } of secured) {
    const { id } = operation;
    const { statusCode, headers, body } = (await handlerOf(id)(eventOf(id, {}), context(id))) as Result;
    expect([id, statusCode, headers['Retry-After']], body).toEqual([id, 503, expect.stringMatching(/^[1-9]\d*$/)]);
  }
  expect(secured.length).toBeGreaterThan(50);
});
