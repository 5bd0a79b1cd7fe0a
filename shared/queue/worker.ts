import type { ServiceAgentId } from '../domain/agents/service-agents.ts';
import type { ItemKey, PortName, Ports } from '../ports.ts';
import type { ClockSchedule } from './clock.ts';
import type { QueueName, ReceivedMessage, StreamWorkerId } from './queues.ts';

/** What the documentation export says of a worker that does a task of one of the service's agents. */
export interface TaskOfAgent {
  agent: ServiceAgentId;
  name: string;
  /** The operation that answers 200 with what the task leaves behind. */
  shownBy: string;
  /** What is done, in this order. */
  steps: readonly string[];
}

interface LambdaFunction {
  /** kebab-case and unique: names the function and its sample event. */
  id: string;
  description: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  /** Capabilities the handle receives, and at the same time the IAM grants of its function. */
  uses: readonly PortName[];
  task?: TaskOfAgent;
}

/** A function behind a queue, which says the rest about it (`queues.ts`). */
export interface QueueWorker extends LambdaFunction {
  queue: QueueName;
}

/** A function that runs by the clock. */
export interface ScheduledWorker extends LambdaFunction {
  schedule: ClockSchedule;
}
/** A function behind the table's stream of changes, which tells it the keys of new items whose partition ends so. */
export interface StreamWorker extends LambdaFunction {
  id: StreamWorkerId;
  stream: { partitionsEndingWith: string };
}
export type Worker = QueueWorker | ScheduledWorker | StreamWorker;

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

/** The run of one message. */
export interface MessageRun extends Run {
  delivery: Delivery;
}

/** Handles one message; a thrown error has it delivered again, up to the queue's `maximumReceives`. */
export type HandleMessage<W extends QueueWorker> = (
  message: ReceivedMessage<W['queue']>,
  ports: Pick<Ports, W['uses'][number]>,
  run: MessageRun,
) => Promise<void>;

export type HandleSchedule<W extends ScheduledWorker> = (
  ports: Pick<Ports, W['uses'][number]>,
  run: Run,
) => Promise<void>;

/**
 * Handles some new items of one partition by their keys. A thrown error has all of them delivered again, or, where it
 * comes from what they say (`isPoison`), the ones that fail alone set aside.
 */
export type HandleStream<W extends StreamWorker> = (
  keys: readonly ItemKey[],
  ports: Pick<Ports, W['uses'][number]>,
  run: Run,
) => Promise<void>;

/** Keeps the declaration's literal types, which the handles read. */
export const defineWorker = <const W extends Worker>(worker: W): W => worker;

/** Ports that a worker's function needs: its own `uses`, the deliveries of the queue that it reads, the dead letters of a stream. */
export const portNamesOfWorker = (worker: Worker): PortName[] =>
  [
    ...new Set<PortName>([
      ...worker.uses,
      ...('queue' in worker ? [`deliveries.${worker.queue}` as const] : []),
      ...('stream' in worker ? ['changes.aside' as const] : []),
    ]),
  ].sort();
