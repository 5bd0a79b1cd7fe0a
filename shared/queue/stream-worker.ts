import type { Context, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { portsFor } from '../http/provide.ts';
import { errorFields, log } from '../log.ts';
import type { ItemKey, PortName, Ports } from '../ports.ts';
import { startRun, working } from './run.ts';
import type { HandleStream, StreamWorker } from './worker.ts';

/** AWS errors for a request whose content will never be accepted. */
const REFUSED: ReadonlySet<string> = new Set([
  'InvalidParameterValue',
  'InvalidParameterValueException',
  'InvalidMessageContents',
  'InvalidAttributeValue',
  'UnsupportedOperation',
  'ValidationException',
]);

/**
 * Returns whether an error is caused by the content of a record, so that a retry would fail again: a value that cannot
 * be parsed, or that a service rejects. Any other error may be an outage.
 */
const isPoison = (error: unknown): boolean =>
  error instanceof z.ZodError ||
  error instanceof URIError ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof Error && REFUSED.has(error.name));

/** Maximum keys per message, which SQS limits to 256 KB in every region: a key has at most 3 KB. */
const SET_ASIDE_AT_ONCE = 64;

/**
 * Returns the Lambda handler of a consumer of the table's stream. Each partition, and so each tenant, is processed
 * separately: a record that can never be processed goes to the worker's dead-letter queue at once, together with those
 * of its partition in the batch that fail on their own as well. After any other error, the whole batch is delivered
 * again once the other partitions are done.
 */
export const streamWorker =
  <const W extends StreamWorker>(
    worker: W,
    handle: HandleStream<W>,
  ): ((event: DynamoDBStreamEvent, context: Context) => Promise<void>) =>
  async (event, context) => {
    const { run, ended, stop } = startRun(context);
    const fields = { request_id: run.requestId, worker: worker.id, records: event.Records.length };
    const inserted = event.Records.flatMap(({ eventName, dynamodb }) =>
      eventName === 'INSERT' ? [{ pk: String(dynamodb?.Keys?.pk?.S), sk: String(dynamodb?.Keys?.sk?.S) }] : [],
    );
    const keys = inserted.filter(({ pk }) => pk.endsWith(worker.stream.partitionsEndingWith));
    const ports = portsFor(worker.uses) as Pick<Ports, PortName> as Pick<Ports, W['uses'][number]>;
    const setAside = async (poisoned: readonly ItemKey[]): Promise<void> => {
      const aside = portsFor(['changes.aside'])['changes.aside'];
      for (let start = 0; start < poisoned.length; start += SET_ASIDE_AT_ONCE) {
        await Promise.race([aside.set(worker.id, poisoned.slice(start, start + SET_ASIDE_AT_ONCE)), ended]);
      }
    };
    /** Processes some keys, and returns those that can never be processed. @throws any error that may be an outage */
    const poisonIn = async (some: readonly ItemKey[]): Promise<ItemKey[]> => {
      try {
        await Promise.race([working(worker, () => handle(some, ports, run)), ended]);
        return [];
      } catch (error) {
        if (!isPoison(error)) throw error;
        if (some.length === 1) {
          log('error', 'change set aside', { ...fields, ...errorFields(error) });
          return [...some];
        }
        const half = some.length >> 1;
        return [...(await poisonIn(some.slice(0, half))), ...(await poisonIn(some.slice(half)))];
      }
    };
    let failure: unknown;
    try {
      for (const partition of Object.values(Object.groupBy(keys, ({ pk }) => pk))) {
        try {
          await setAside(await poisonIn(partition!));
        } catch (error) {
          log('error', 'changes failed', { ...fields, ...errorFields(error) });
          failure ??= error;
        }
      }
    } finally {
      stop();
    }
    if (failure !== undefined) throw failure;
  };
