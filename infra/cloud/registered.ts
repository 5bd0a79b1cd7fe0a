import type { Operation } from '../../shared/http/operation.ts';
import type { QueueWorker, Worker } from '../../shared/queue/worker.ts';

/** What the stacks read of an operation in `functions/registry.ts`. */
export interface RegisteredOperation {
  operation: Operation;
  /** The folder below `functions`, whose operations share a stack. */
  group: string;
  /** From the project's root: `functions/documents/get-document.ts`. */
  module: string;
}

/** What the stacks read of a worker in `functions/workers/registry.ts`. */
export interface RegisteredWorker {
  worker: Worker;
  module: string;
}

export interface Registered {
  operations: readonly RegisteredOperation[];
  workers: readonly RegisteredWorker[];
}

/** By what operations share a stack. */
export const groupOf = ({ group }: { group: string }): string => group;

export const queueWorkersOf = (workers: readonly RegisteredWorker[]): QueueWorker[] =>
  workers.flatMap(({ worker }) => ('queue' in worker ? [worker] : []));
