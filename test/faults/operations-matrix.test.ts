import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { environment, useEnvironment } from '../../shared/environment.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { context, eventOf, fixturesFor, handlerOf, useSamples } from '../contract/samples.ts';
import { startModels } from '../support/models-server.ts';
import { type Interposer, interposed, type SdkAttempt, stopInterposing } from '../support/sdk-calls.ts';
import { FAULTS, faultAt, isWrite, matrixSize, outageOf, recording } from './support/faults.ts';
import { openState, orphansMet, type State, withoutOrphans } from './support/stored-state.ts';

/** All cells instead of a sample that covers every call and every fault: `FAULTS=all`. */
const ALL = process.env.FAULTS === 'all';

useSamples();

let state: State;
let models: Awaited<ReturnType<typeof startModels>>;
const size = matrixSize();
beforeAll(async () => {
  models = await startModels();
  state = await openState();
});
afterAll(async () => {
  state.end();
  stopInterposing();
  await models.end();
  if (ALL) process.stdout.write(`${size.summary('operations')}; files left behind: ${orphansMet()}\n`);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Operations whose effect on a multipart upload cannot be undone: each run has an upload of its own. */
const FRESH = new Set(['complete-upload', 'abort-upload']);

/**
 * Operations of two writes that no transaction spans: if the second is lost, the caller, who received a 503, completes it by
 * repeating the request.
 */
const COMPLETED_BY_RETRY = new Set(['correct-sheet', 'abort-upload']);
/** What repeating a request changes besides its effect, and what differs between two uploads. */
const VERSIONS = new Set(['record_version', 'write_id', 'creation_id', 'multipart_id']);

interface Result {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}
/** Selects the fault for a call of a sample, a different one each time. */
let turn = 0;

/** The sample of create-document as a form. */
const formOf = (event: ReturnType<typeof eventOf>) => {
  const { project_id } = JSON.parse(event.body);
  const parts = [
    `Content-Disposition: form-data; name="project_id"\r\n\r\n${project_id}\r\n`,
    'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nsent in a form\r\n',
  ];
  const headers = { ...event.headers, 'content-type': 'multipart/form-data; boundary=boundary' };
  return { ...event, headers, body: `${parts.map((part) => `--boundary\r\n${part}`).join('')}--boundary--\r\n` };
};
const samples = operations.flatMap(({ operation: { id, ...rest } }) => {
  const operation = { id, ...rest } as Operation;
  const alone = { name: id, operation, isForm: false };
  return id === 'create-document' ? [alone, { name: `${id} with a form`, operation, isForm: true }] : [alone];
});

test.each(samples)('$name', { timeout: ALL ? 1_800_000 : 120_000 }, async ({ operation, isForm }) => {
  const { id } = operation;
  const sampled = eventOf(id, await fixturesFor(operation));
  let event = isForm ? formOf(sampled) : sampled;
  // Retries do not wait, and the clock stands still between runs.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const known = await state.all();
  const calls: SdkAttempt[] = [];
  const isFresh = FRESH.has(id);
  const isCompleted = COMPLETED_BY_RETRY.has(id);
  const run = async (interposer: Interposer) => {
    if (isFresh) event = eventOf(id, await fixturesFor(operation));
    const before = isFresh ? await state.all() : known;
    const attempts: SdkAttempt[] = [];
    const act = async () => handlerOf(id)(structuredClone(event), context(id)) as Promise<Result>;
    const watched = (through: Interposer) =>
      interposed((attempt, send) => {
        attempts.push(attempt);
        return through(attempt, send);
      }, act);
    const result = await watched(interposer);
    if (result.statusCode === 503 && isCompleted) await watched((_, send) => send());
    const ignored = isCompleted ? VERSIONS : undefined;
    return { result, changes: await state.changesBy(attempts, { before, known, ...(ignored && { ignored }) }) };
  };
  // The first run fills the process's caches.
  await run((_, send) => send());
  const { result: expected, changes: once } = await run(recording(calls));
  expect(expected.statusCode, expected.body).toBeLessThan(400);
  size.add(calls.length);

  const cell = async (name: string, interposer: Interposer & { hit: number }) => {
    size.count(name);
    const { result, changes } = await run(interposer);
    expect(interposer.hit, `${name} was met`).toBeGreaterThan(0);
    const { statusCode, headers, body } = result;
    if (statusCode === 503) {
      expect(headers['Retry-After'], name).toMatch(/^[1-9]\d*$/);
      expect(JSON.parse(body), name).toMatchObject({ code: 'unavailable', detail: expect.any(String) });
    } else {
      expect([name, statusCode], body).toEqual([name, expected.statusCode]);
    }
    if (isDeepStrictEqual(withoutOrphans(changes, once), once)) return;
    if (statusCode === 503 && withoutOrphans(changes, []).length === 0) return;
    // Lists differences from a single execution.
    const isSecond = (line: string) => isCompleted && /"pk":\{"S":"[^"]*CHANGES"/.test(line);
    const beyond = changes.filter((line) => !once.includes(line) && !isSecond(line));
    const lacking = once.filter((line) => !changes.includes(line));
    if (isCompleted && beyond.length + lacking.length === 0) return;
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

test("every operation returns 503 while the identity provider's keys are unavailable", async () => {
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
