import type { Context } from 'aws-lambda';
import { lambdaContext } from '../../infra/local/invoke.ts';

interface Failures {
  batchItemFailures: unknown[];
}

/** Runs a worker of the service that this process has started, once, with an event. */
export const runWorker = async (id: string, event: unknown): Promise<Failures> => {
  const { workers } = await import('../../functions/workers/registry.ts');
  const handler = workers.find(({ worker }) => worker.id === id)?.handler as (
    event: unknown,
    context: Context,
  ) => Promise<Failures>;
  return handler(event, lambdaContext(id, 60_000, 'eu-central-1'));
};

/** The event of one message of a queue. @param attempt which delivery of it this is */
export const delivery = (body: unknown, messageId: string, attempt = 1) => ({
  Records: [{ messageId, body: JSON.stringify(body), attributes: { ApproximateReceiveCount: String(attempt) } }],
});
