import type { SentMessage } from '../queue/messages.ts';
import type { QueueName, StreamWorkerId } from '../queue/queues.ts';

export interface AsidePorts {
  'changes.aside': ChangesAside;
}

export interface Queue<M> {
  /** @param options `delaySeconds`: until the message is delivered, at most 900 */
  send(message: M, options?: { delaySeconds: number }): Promise<void>;
}

export type QueuePorts = { [N in QueueName as `queue.${N}`]: Queue<SentMessage<N>> };

/** What a queue's consumer may do with a delivery besides acknowledging it. */
export interface Deliveries {
  /** Changes the message's visibility timeout to that many seconds from now. */
  delay(receiptHandle: string, seconds: number): Promise<void>;
}

/** The key of an item in the table. */
export interface ItemKey {
  pk: string;
  sk: string;
}

/** Sets aside the changes that a consumer of the table's stream can never process. */
export interface ChangesAside {
  /** Sends the keys of the changed items to the worker's dead-letter queue. */
  set(worker: StreamWorkerId, keys: readonly ItemKey[]): Promise<void>;
}

export type DeliveryPorts = { [N in QueueName as `deliveries.${N}`]: Deliveries };
