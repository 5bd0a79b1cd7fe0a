import * as z from 'zod';
import { admitted, hourEnds, hourOf, minuteOf, refused, type Usage } from '../../domain/limits/rate-windows.ts';
import { expiredSlots, slotOf } from '../../domain/limits/slots.ts';
import type { Environment } from '../../environment.ts';
import type { Admission, AdmissionRequest, LimitsWrite } from '../../ports.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { limitsKey } from '../../table/request-keys.ts';
import { requestsTableOf } from '../clients/requests-table.ts';
import type { Table } from '../clients/table.ts';
import { updateItem, updateUnseen } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';

const SLOTS = 'inflight';
const Counter = z.number().default(0);
const Item = z.object({ hour: Counter, minute: Counter, slots: z.set(z.string()).default(new Set()) });

const keyOf = (request: AdmissionRequest) => limitsKey(request.organizationId, request.identity, hourOf(request.now));
const minuteField = (request: AdmissionRequest) => `m${minuteOf(request.now)}`;

const stateOf = (item: Record<string, unknown> | undefined, request: AdmissionRequest) => {
  const { hour, minute, slots } = Item.parse({
    hour: item?.h,
    minute: item?.[minuteField(request)],
    slots: item?.[SLOTS],
  });
  const usage: Usage = { hour, minute, inFlight: slots.size };
  return { usage, slots };
};

/** Returns the update that counts the request and takes a slot, on condition that no limit is reached. */
const admissionUpdate = (request: AdmissionRequest): Expression => {
  const slot = slotOf(request.leaseUntil, request.requestId);
  const minute = minuteField(request);
  const update = new Expression()
    .add('h', 1)
    .add(minute, 1)
    .add(SLOTS, new Set([slot]))
    .set(EXPIRES, hourEnds(request.now) + 3600);
  const below = (field: string, most: number) => {
    const name = update.name(field);
    update.when(`attribute_not_exists(${name}) OR ${name} < ${update.value(most)}`);
  };
  below('h', request.perHour);
  below(minute, request.perMinute);
  const slots = update.name(SLOTS);
  const room = `size(${slots}) < ${update.value(request.concurrent)}`;
  // The slot exists already if an earlier attempt of this write succeeded but its response was lost.
  return update.when(`attribute_not_exists(${slots}) OR (${room} AND NOT contains(${slots}, ${update.value(slot)}))`);
};

const Attributes = z.record(z.string(), z.unknown());

/**
 * Counts the request and takes a slot in one conditional update. Returns the admission, or the usage and slots if
 * refused.
 */
const take = async (table: Table, request: AdmissionRequest) => {
  const counted = await updateItem(table, Attributes, keyOf(request), admissionUpdate(request));
  const isRefused = counted instanceof Refusal;
  const { usage, slots } = stateOf(isRefused ? counted.existing : counted, request);
  const isAdmitted = !isRefused || slots.has(slotOf(request.leaseUntil, request.requestId));
  return isAdmitted ? { admission: admitted(request, usage, request.now) } : { usage, slots };
};

const drop = async (table: Table, request: AdmissionRequest, slots: readonly string[]): Promise<void> => {
  await updateUnseen(table, keyOf(request), new Expression().subtract(SLOTS, new Set(slots)).exists());
};

const admit = async (table: Table, request: AdmissionRequest): Promise<Admission> => {
  let lastUsage: Usage = { hour: 0, minute: 0, inFlight: request.concurrent };
  for (const attempt of ['first', 'after cleaning'] as const) {
    const outcome = await take(table, request);
    if (outcome.admission) return outcome.admission;
    lastUsage = outcome.usage;
    const expired = attempt === 'first' ? expiredSlots(outcome.slots, request.now) : [];
    if (expired.length === 0) break;
    await drop(table, request, expired);
  }
  // The item may have changed since: a refused request stays refused, and reports the concurrency limit.
  const full: Usage = { hour: 0, minute: 0, inFlight: request.concurrent };
  return (refused(request, lastUsage, request.now) ?? refused(request, full, request.now)) as Admission;
};

/**
 * Keeps the counters and slots of one user in one item per hour. A request that runs past the end of the hour keeps its
 * slot in the previous hour's item: until it ends, up to twice the concurrent requests are possible.
 */
export const adapter = (environment: Environment): LimitsWrite => {
  const table = requestsTableOf(environment);
  return {
    admit: (request) => admit(table, request),
    release: (request) => drop(table, request, [slotOf(request.leaseUntil, request.requestId)]),
  };
};
