import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { expiredSlots, slotOf } from '../../domain/limits/slots.ts';
import { admitted, hourEnds, hourOf, minuteOf, refused, type Usage } from '../../domain/limits/windows.ts';
import type { Environment } from '../../environment.ts';
import type { Admission, AdmissionRequest, LimitsWrite } from '../../ports.ts';
import { EXPIRES } from '../../table/definition.ts';
import { limitsKey } from '../../table/request-keys.ts';
import { type Table, tableOf } from '../clients/table.ts';

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

/** Counts the request and takes a slot in one conditional update. Answers the refusing item's state, or an admission. */
const take = async (table: Table, request: AdmissionRequest) => {
  const slot = slotOf(request.leaseUntil, request.requestId);
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keyOf(request),
        UpdateExpression: `ADD h :one, #minute :one, ${SLOTS} :slots SET ${EXPIRES} = :expires`,
        // The own slot is there when an earlier attempt of this very write succeeded and its answer was lost.
        ConditionExpression: `(attribute_not_exists(h) OR h < :perHour)
          AND (attribute_not_exists(#minute) OR #minute < :perMinute)
          AND (attribute_not_exists(${SLOTS}) OR (size(${SLOTS}) < :concurrent AND NOT contains(${SLOTS}, :slot)))`,
        ExpressionAttributeNames: { '#minute': minuteField(request) },
        ExpressionAttributeValues: {
          ':one': 1,
          ':slots': new Set([slot]),
          ':slot': slot,
          ':expires': hourEnds(request.now) + 3600,
          ':perHour': request.perHour,
          ':perMinute': request.perMinute,
          ':concurrent': request.concurrent,
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { admission: admitted(request, stateOf(Attributes, request).usage, request.now) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { usage, slots } = stateOf(error.Item && unmarshall(error.Item), request);
    if (slots.has(slot)) return { admission: admitted(request, usage, request.now) };
    return { usage, slots };
  }
};

const drop = async (table: Table, request: AdmissionRequest, slots: readonly string[]): Promise<void> => {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keyOf(request),
        UpdateExpression: `DELETE ${SLOTS} :slots`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':slots': new Set(slots) },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
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
  // The item may have changed since: what was refused stays refused, with the concurrency bound told.
  const full: Usage = { hour: 0, minute: 0, inFlight: request.concurrent };
  return (refused(request, lastUsage, request.now) ?? refused(request, full, request.now)) as Admission;
};

/**
 * Counters and slots of one user in one item per hour. A request that runs across the hour's end keeps its slot in
 * the former hour's item: for that moment up to twice the concurrent requests are possible.
 */
export const adapter = (environment: Environment): LimitsWrite => {
  const table = tableOf(environment);
  return {
    admit: (request) => admit(table, request),
    release: (request) => drop(table, request, [slotOf(request.leaseUntil, request.requestId)]),
  };
};
