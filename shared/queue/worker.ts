import type { ServiceAgentId } from '../domain/agents/service-agents.ts';
import type { ItemKey, PortName, Ports } from '../ports.ts';
import type { ClockSchedule } from './clock.ts';
import type { ReceivedMessage } from './messages.ts';
import type { QueueName, StreamWorkerId } from './queues.ts';

/** The documentation export's entry for a worker that does a task of one of the service's agents. */
export interface TaskOfAgent {
  agent: ServiceAgentId;
  name: string;
  /** The operation that returns 200 with the result of the task. */
  shownBy: string;
  /** The steps of the task, in order. */
  steps: readonly string[];
}

interface LambdaFunction {
  /** kebab-case and unique: the name of the function and its sample event. */
  id: string;
  description: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  /** The ports that the handler receives, and at the same time the IAM grants of its function. */
  uses: readonly PortName[];
  task?: TaskOfAgent;
  /** One event has announced everything that it removes, so the removed records have no events of their own. */
  recordsNoEvents?: true;
}

/** A function that consumes a queue; `queues.ts` declares the queue. */
export interface QueueWorker extends LambdaFunction {
  queue: QueueName;
}

/** A function that runs on a schedule. */
export interface ScheduledWorker extends LambdaFunction {
  schedule: ClockSchedule;
}
/** A consumer of the table's stream, which receives the keys of new items in partitions with that suffix. */
export interface StreamWorker extends LambdaFunction {
  id: StreamWorkerId;
  stream: { partitionsEndingWith: string };
}
export type Worker = QueueWorker | ScheduledWorker | StreamWorker;

/** The delivery of a message. */
export interface Delivery {
  messageId: string;
  /** 1 for the first delivery. */
  attempt: number;
  /** True for the last delivery before the dead-letter queue: leave the record in a final state. */
  last: boolean;
}

export interface Run {
  /** The request id of the invocation. */
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

/** Processes one message. After an error it is delivered again, up to the queue's `maximumReceives`. */
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
 * Processes new items of one partition by their keys. After an error all of them are delivered again. If the error is
 * caused by their content (`isPoison`), those that fail on their own are set aside.
 */
export type HandleStream<W extends StreamWorker> = (
  keys: readonly ItemKey[],
  ports: Pick<Ports, W['uses'][number]>,
  run: Run,
) => Promise<void>;

/** Returns the declaration with its literal types, which the handlers need. */
export const defineWorker = <const W extends Worker>(worker: W): W => worker;

/**
 * Returns the ports that a worker's function needs: its own `uses`, the deliveries of its queue, the dead letters of
 * its stream.
 */
export const portNamesOfWorker = (worker: Worker): PortName[] =>
  [
    ...new Set<PortName>([
      ...worker.uses,
      ...('queue' in worker ? [`deliveries.${worker.queue}` as const] : []),
      ...('stream' in worker ? ['changes.aside' as const] : []),
    ]),
  ].sort();
