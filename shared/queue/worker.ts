import type { PortName, Ports } from '../ports.ts';

/** Queues of the service; each has a dead-letter queue beside it. */
export type QueueName = 'process' | 'compare' | 'upload-events' | 'ocr' | 'snapshots';

interface LambdaFunction {
  /** kebab-case and unique: names the function and its sample event. */
  id: string;
  description: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  /** Capabilities the handle receives, and at the same time the IAM grants of its function. */
  uses: readonly PortName[];
}

/** A function behind a queue. */
export interface QueueWorker extends LambdaFunction {
  queue: QueueName;
  /** Messages of one invocation, at most. */
  batchSize: number;
  /** Invocations at the same time, at most; the event source mapping takes 2 or more. */
  concurrency: number;
  /** Longer than `timeoutSeconds`, so that no message is delivered again while its first delivery runs. */
  visibilityTimeoutSeconds: number;
  /** Deliveries of one message before it goes to the dead-letter queue. */
  maxReceiveCount: number;
}

/** A function that runs by the clock. */
export interface ScheduledWorker extends LambdaFunction {
  schedule: { rateMinutes: number };
}
export type Worker = QueueWorker | ScheduledWorker;

/** What a delivery tells about itself. */
export interface Delivery {
  messageId: string;
  /** 1 for the first delivery. */
  attempt: number;
  /** After this delivery the message goes to the dead-letter queue: leave the record in a final state. */
  last: boolean;
}

export interface Run {
  /** The function's own invocation. */
  requestId: string;
  now: Date;
  /** Epoch milliseconds at which the work must have ended. */
  deadline: number;
  /** Aborted at the deadline. */
  signal: AbortSignal;
}

/** Handles one message; a thrown error has it delivered again, up to the worker's `maxReceiveCount`. */
export type HandleMessage<W extends QueueWorker, M> = (
  message: M,
  ports: Pick<Ports, W['uses'][number]>,
  run: Run & { delivery: Delivery },
) => Promise<void>;

export type HandleSchedule<W extends ScheduledWorker> = (
  ports: Pick<Ports, W['uses'][number]>,
  run: Run,
) => Promise<void>;

/** Keeps the declaration's literal types, which the handles read. */
export const defineWorker = <const W extends Worker>(worker: W): W => worker;

export { queueWorker } from './queue-worker.ts';
export { scheduledWorker } from './scheduled-worker.ts';
