import type { Context } from 'aws-lambda';
import { lambdaContext } from '../../infra/local/invoke.ts';
import type { PortName, Ports } from '../../shared/ports.ts';
import type { MessageRun } from '../../shared/queue/worker.ts';

interface Failures {
  batchItemFailures: unknown[];
}

/** Runs a worker of the service in this process once, with an event. */
export const runWorker = async (id: string, event: unknown): Promise<Failures> => {
  const { workers } = await import('../../functions/workers/registry.ts');
  const handler = workers.find(({ worker }) => worker.id === id)?.handler as (
    event: unknown,
    context: Context,
  ) => Promise<Failures>;
  return handler(event, lambdaContext(id, 60_000, 'eu-central-1'));
};

/** Returns the event that delivers one message of a queue. @param attempt number of the delivery, from 1 */
export const delivery = (body: unknown, messageId: string, attempt = 1) => ({
  Records: [{ messageId, body: JSON.stringify(body), attributes: { ApproximateReceiveCount: String(attempt) } }],
});

/** Every port that a worker of this process uses, with some replaced. */
export const workerPorts = async (others: readonly PortName[] = []): Promise<Ports> => {
  const { portsFor } = await import('../../shared/http/provide.ts');
  const { workers } = await import('../../functions/workers/registry.ts');
  return portsFor([...workers.flatMap(({ worker }): readonly PortName[] => worker.uses), ...others]) as Ports;
};

/**
 * Runs a worker's handle at another time of the clock, while requests are still signed with the real time.
 *
 * @param message the delivered message; absent for a schedule
 */
export const runAt = async (ports: Ports, id: string, now: Date, message?: unknown): Promise<void> => {
  const { workers } = await import('../../functions/workers/registry.ts');
  const run: MessageRun = {
    ...{ requestId: crypto.randomUUID(), now, deadline: Date.now() + 60_000 },
    ...{ signal: new AbortController().signal, delivery: { messageId: 'm', attempt: 1, last: false } },
  };
  const { handle } = workers.find(({ worker }) => worker.id === id) as never as {
    handle: (...all: unknown[]) => Promise<void>;
  };
  await (message === undefined ? handle(ports, run) : handle(message, ports, run));
};
