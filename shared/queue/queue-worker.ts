import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { portsFor } from '../http/provide.ts';
import { errorFields, log } from '../log.ts';
import type { Ports } from '../ports.ts';
import { readMessage } from './messages.ts';
import { queues, retryDelaySeconds } from './queues.ts';
import { startRun, working } from './run.ts';
import type { Delivery, HandleMessage, QueueWorker } from './worker.ts';

const deliveryOf = ({ queue }: QueueWorker, record: SQSRecord): Delivery => {
  const attempt = Number(record.attributes.ApproximateReceiveCount) || 1;
  return { messageId: record.messageId, attempt, last: attempt >= queues[queue].maximumReceives };
};

/** Makes a failed message visible after its queue's retry delay instead of its visibility timeout. */
const delayRetry = async ({ queue }: QueueWorker, record: SQSRecord, { attempt }: Delivery): Promise<void> => {
  const port = `deliveries.${queue}` as const;
  try {
    await portsFor([port])[port].delay(record.receiptHandle, retryDelaySeconds(queue, attempt));
  } catch (error) {
    log('warn', 'retry delay not set', { message_id: record.messageId, ...errorFields(error) });
  }
};

/**
 * Returns the Lambda handler of a queue, which processes messages one by one and returns a partial batch response. A
 * message that cannot be parsed, fails, or is not reached in time is reported as failed, so that it is delivered again
 * after its queue's delay and finally moves to the dead-letter queue. The others of its batch are done.
 */
export const queueWorker =
  <const W extends QueueWorker>(
    worker: W,
    handle: HandleMessage<W>,
  ): ((event: SQSEvent, context: Context) => Promise<SQSBatchResponse>) =>
  async (event, context) => {
    const ports = portsFor(worker.uses) as unknown as Pick<Ports, W['uses'][number]>;
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
          const message = readMessage<W['queue']>(worker.queue, record.body);
          await Promise.race([
            working(worker, () => handle(message, ports, { ...run, now: new Date(), delivery })),
            ended,
          ]);
          log('info', 'message done', { ...outcome, duration_ms: Math.round(performance.now() - started) });
        } catch (error) {
          failed.push(record.messageId);
          log('error', 'message failed', {
            ...outcome,
            duration_ms: Math.round(performance.now() - started),
            ...errorFields(error),
          });
          await delayRetry(worker, record, delivery);
        }
      }
    } finally {
      stop();
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
