import type { DynamoDBStreamEvent, ScheduledEvent } from 'aws-lambda';
import { timeoutSecondsOf } from '../../shared/http/http-api.ts';
import type { Operation } from '../../shared/http/operation.ts';
import type { ClockSchedule } from '../../shared/queue/clock.ts';
import type { QueueName } from '../../shared/queue/queues.ts';
import type { ApiHandler } from './gateway/routes.ts';
import type { AsyncHandler } from './invoke.ts';
import type { SqsHandler } from './sqs/consumer.ts';

export interface LocalOperation {
  operation: Pick<Operation, 'id' | 'method' | 'path' | 'timeoutSeconds' | 'headers'> &
    Partial<Pick<Operation, 'uses'>>;
  handler: ApiHandler;
}

export interface LocalQueueWorker {
  worker: {
    id: string;
    queue: QueueName;
    timeoutSeconds: number;
  };
  handler: SqsHandler;
}

export interface LocalScheduledWorker {
  worker: { id: string; schedule: ClockSchedule; timeoutSeconds: number };
  handler: AsyncHandler<ScheduledEvent, unknown>;
}

export interface LocalStreamWorker {
  worker: { id: string; stream: { partitionsEndingWith: string }; timeoutSeconds: number };
  handler: AsyncHandler<DynamoDBStreamEvent, unknown>;
}

type LocalWorker = LocalQueueWorker | LocalScheduledWorker | LocalStreamWorker;

/** What one machine runs: operations behind the gateway, and workers behind queues, streams and schedules. */
export interface Registry {
  operations: readonly LocalOperation[];
  workers: readonly LocalWorker[];
}

export const isQueueWorker = (worker: LocalWorker): worker is LocalQueueWorker => 'queue' in worker.worker;

export const isScheduledWorker = (worker: LocalWorker): worker is LocalScheduledWorker => 'schedule' in worker.worker;

export const isStreamWorker = (worker: LocalWorker): worker is LocalStreamWorker => 'stream' in worker.worker;

/** Returns the registry with the timeouts of all functions multiplied. */
export const withTimeouts = ({ operations, workers }: Registry, factor: number): Registry => ({
  operations: operations.map((each) => ({
    ...each,
    operation: { ...each.operation, timeoutSeconds: timeoutSecondsOf(each.operation) * factor },
  })),
  workers: workers.map((each) => {
    const timeoutSeconds = each.worker.timeoutSeconds * factor;
    return { ...each, worker: { ...each.worker, timeoutSeconds } } as LocalWorker;
  }),
});

/** Imports the service's own registry with the adapters that its ports need. `process.env` must be set before. */
export async function loadRegistry(): Promise<Registry> {
  const [{ operations, tags }, { workers }, { localAdapters }, { provide }, { useEnvironment }, openApi, agents] =
    await Promise.all([
      import('../../functions/registry.ts'),
      import('../../functions/workers/registry.ts'),
      import('./adapters.ts'),
      import('../../shared/http/provide.ts'),
      import('../../shared/environment.ts'),
      import('../../shared/http/openapi-document.ts'),
      import('../../shared/agents/built-agents.ts'),
    ]);
  useEnvironment(undefined);
  provide(localAdapters);
  const declared = operations.map(({ operation }) => operation);
  openApi.provideOpenApi(
    once(async () => (await import('../../shared/http/openapi/build-openapi.ts')).buildOpenApi(declared, tags)),
  );
  agents.provideAgents(
    once(async () => {
      const { describeAgents } = await import('../../shared/agents/describe-agents.ts');
      return describeAgents(
        workers.map(({ worker }) => worker),
        declared,
      );
    }),
  );
  return { operations, workers };
}

/** Creates a value on first use, so that it does not delay the start. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
