import type { Operation } from '../../shared/http/operation.ts';
import type { QueueWorker, Worker } from '../../shared/queue/worker.ts';

/** The part of an operation in `functions/registry.ts` that the stacks need. */
export interface RegisteredOperation {
  operation: Operation;
  /** The folder below `functions`; its operations share a stack. */
  group: string;
  /** Path relative to the project's root: `functions/documents/get-document.ts`. */
  module: string;
}

/** The part of a worker in `functions/workers/registry.ts` that the stacks need. */
export interface RegisteredWorker {
  worker: Worker;
  module: string;
}

export interface Registered {
  operations: readonly RegisteredOperation[];
  workers: readonly RegisteredWorker[];
}

/** Returns the group whose operations share a stack. */
export const stackGroupOf = ({ group }: { group: string }): string => group;

export const queueWorkersOf = (workers: readonly RegisteredWorker[]): QueueWorker[] =>
  workers.flatMap(({ worker }) => ('queue' in worker ? [worker] : []));
