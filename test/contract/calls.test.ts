import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { root } from '../../infra/build/root.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { recording } from '../faults/support/faults.ts';
import { startModels } from '../support/models-server.ts';
import { interposed, type SdkAttempt, stopInterposing } from '../support/sdk-calls.ts';
import { type Calls, rowOf, tableOf } from './calls/calls-table.ts';
import { describeCall } from './calls/describe-call.ts';
import { REASONS, REPEATED } from './calls/reasons.ts';
import { type Units, unitsOfTable } from './calls/units.ts';
import { context, eventOf, fixturesFor, handlerOf, useSamples } from './samples.ts';

/** The table of calls, which `npm run calls` writes. */
const FILE = join(root, 'docs/calls.md');
const isWriting = process.env.WRITE_CALLS === '1';
const stated = isWriting ? '' : readFileSync(FILE, 'utf8');

useSamples();

let models: Awaited<ReturnType<typeof startModels>>;
let units: { taken: () => Promise<Units> };
beforeAll(async () => {
  models = await startModels();
  units = unitsOfTable();
});
const counted: Calls[] = [];
afterAll(async () => {
  stopInterposing();
  await models.end();
  if (isWriting) writeFileSync(FILE, tableOf(counted));
});

/** Runs the sample of an operation; returns its calls. */
const run = async (operation: Operation): Promise<Calls & { status: number }> => {
  const { id } = operation;
  const event = eventOf(id, await fixturesFor(operation));
  const attempts: SdkAttempt[] = [];
  await units.taken();
  const act = async () => handlerOf(id)(event, context(id)) as Promise<{ statusCode: number }>;
  const { statusCode } = await interposed(recording(attempts), act);
  return { id, status: statusCode, calls: attempts.map(describeCall), units: await units.taken() };
};

test.each(operations.map(({ operation }) => operation as Operation))('$id', async (operation) => {
  const { id } = operation;
  // The first run fills the process's caches. If the sample creates a record with a given id, only the first run
  // succeeds.
  const first = await run(operation);
  const second = await run(operation);
  const seen = second.status < 400 ? second : first;
  expect(seen.status).toBeLessThan(400);
  counted.push(seen);
  for (const call of seen.calls) {
    expect(
      REASONS.some(({ matches }) => matches.test(call)),
      `${call} has a reason in calls/reasons.ts`,
    ).toBe(true);
  }
  const repeated = seen.calls.filter((call, i) => seen.calls.indexOf(call) !== i);
  for (const call of repeated) expect(REPEATED[id]?.[call], `${id} repeats ${call}`).toBeTypeOf('string');
  expect(Object.keys(REPEATED[id] ?? {}).filter((call) => !repeated.includes(call))).toEqual([]);
  if (!isWriting)
    expect(stated, `see docs/calls.md; if the difference is intended: npm run calls`).toContain(rowOf(seen));
});

test('the table of calls has one row for each operation', () => {
  if (isWriting) return;
  const rows = [...stated.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
  expect(rows).toEqual(operations.map(({ operation }) => operation.id));
});
