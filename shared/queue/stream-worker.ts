import type { Context, DynamoDBStreamEvent } from 'aws-lambda';
import { portsFor } from '../http/provide.ts';
import { errorFields, log } from '../log.ts';
import type { PortName, Ports } from '../ports.ts';
import { startRun } from './run.ts';
import type { HandleStream, StreamWorker } from './worker.ts';

/** The Lambda handler behind the table's stream: an error has the whole batch delivered again, in halves at last. */
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
    try {
      const ports = portsFor(worker.uses) as Pick<Ports, PortName> as Pick<Ports, W['uses'][number]>;
      await Promise.race([handle(keys, ports, run), ended]);
    } catch (error) {
      log('error', 'changes failed', { ...fields, ...errorFields(error) });
      throw error;
    } finally {
      stop();
    }
  };
