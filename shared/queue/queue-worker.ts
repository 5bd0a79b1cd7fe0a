import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { portsFor } from '../http/provide.ts';
import { errorFields, log } from '../log.ts';
import type { PortName, Ports } from '../ports.ts';
import { startRun } from './run.ts';
import type { Delivery, HandleMessage, QueueWorker } from './worker.ts';

const deliveryOf = (worker: QueueWorker, record: SQSRecord): Delivery => {
  const attempt = Number(record.attributes.ApproximateReceiveCount) || 1;
  return { messageId: record.messageId, attempt, last: attempt >= worker.maxReceiveCount };
};

const parse = <S extends z.ZodType>(schema: S, record: SQSRecord): z.output<S> => schema.parse(JSON.parse(record.body));

/**
 * The Lambda handler of a queue: one message after the other, a partial batch answer at the end. A message that
 * cannot be read, fails, or finds no time left is reported, so that it is delivered again and ends in the
 * dead-letter queue; the others of its batch are done.
 */
export const queueWorker =
  <const W extends QueueWorker, S extends z.ZodType>(
    worker: W,
    schema: S,
    handle: HandleMessage<W, z.output<S>>,
  ): ((event: SQSEvent, context: Context) => Promise<SQSBatchResponse>) =>
  async (event, context) => {
    const ports = portsFor(worker.uses) as Pick<Ports, PortName> as Pick<Ports, W['uses'][number]>;
    const { run, ended, stop } = startRun(context);
    const failed: string[] = [];
    try {
      for (const record of event.Records) {
        const delivery = deliveryOf(worker, record);
        const started = performance.now();
        const fields = { request_id: run.requestId, worker: worker.id, message_id: delivery.messageId };
        const outcome = { ...fields, attempt: delivery.attempt, last: delivery.last };
        try {
          run.signal.throwIfAborted();
          const message = parse(schema, record);
          await Promise.race([handle(message, ports, { ...run, now: new Date(), delivery }), ended]);
          log('info', 'message done', { ...outcome, duration_ms: Math.round(performance.now() - started) });
        } catch (error) {
          failed.push(record.messageId);
          log('error', 'message failed', {
            ...outcome,
            duration_ms: Math.round(performance.now() - started),
            ...errorFields(error),
          });
        }
      }
    } finally {
      stop();
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
