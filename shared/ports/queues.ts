import type { QueueName, SentMessage, StreamWorkerId } from '../queue/queues.ts';

export interface AsidePorts {
  'changes.aside': ChangesAside;
}

export interface Queue<M> {
  send(message: M): Promise<void>;
}

export type QueuePorts = { [N in QueueName as `queue.${N}`]: Queue<SentMessage<N>> };

/** What the reader of a queue may do with a delivery beside answering it. */
export interface Deliveries {
  /** Hides the delivered message for that many seconds from now. */
  delay(receiptHandle: string, seconds: number): Promise<void>;
}

/** The key of an item of the table. */
export interface ItemKey {
  pk: string;
  sk: string;
}

/** Where the changes go that a worker behind the table's stream can never handle. */
export interface ChangesAside {
  /** Puts the keys of the changed items into the worker's dead-letter queue. */
  set(worker: StreamWorkerId, keys: readonly ItemKey[]): Promise<void>;
}

export type DeliveryPorts = { [N in QueueName as `deliveries.${N}`]: Deliveries };
