import { fairAmongOf, type QueueName, queues } from '../../../shared/queue/queues.ts';
import { fairOrder, hasEligible, type Shares, tenantOf } from './fair-order.ts';
import { RecentUse } from './recent-use.ts';

interface Message {
  body: string;
}

/** A delivery of a message that has not been deleted. */
interface Delivery {
  message: Message;
}

/** The members of fauxqs's queue used here. */
export interface SqsQueue {
  name: string;
  messages: Message[];
  inflightMessages: Map<string, Delivery>;
  processTimers(): void;
  notifyWaiters(): void;
  dequeue(count: number, ...rest: unknown[]): unknown[];
  deleteMessage(receiptHandle: string): boolean;
  changeVisibility(receiptHandle: string, timeoutSeconds: number): void;
}

const used = new RecentUse();
/**
 * Epoch milliseconds since when a worker has been processing a delivery; absent if the worker released it for a retry.
 */
const workedSince = new WeakMap<Delivery, number>();

const inWorkOf = (queue: SqsQueue): Delivery[] =>
  [...queue.inflightMessages.values()].filter((delivery) => workedSince.has(delivery));

const sharesOf = (queue: SqsQueue): Shares => {
  const inWork = inWorkOf(queue);
  const fairAmong = fairAmongOf(queue.name);
  const concurrency: { machine: number; reserved?: number } | undefined = queues[queue.name as QueueName]?.concurrency;
  const now = Date.now();
  const running = new Map<string, number>();
  for (const delivery of inWork) {
    const tenant = tenantOf(delivery.message, fairAmong);
    running.set(tenant, (running.get(tenant) ?? 0) + now - workedSince.get(delivery)!);
  }
  return {
    fairAmong,
    inWork: inWork.map(({ message }) => message),
    recentUse: (tenant) => used.of(tenant, now) + (running.get(tenant) ?? 0),
    reservedOnly: concurrency?.reserved !== undefined && inWork.length >= concurrency.machine - concurrency.reserved,
  };
};

/** Records that a worker has finished with a delivery, whatever the outcome. */
const end = (queue: SqsQueue, receiptHandle: string): void => {
  const delivery = queue.inflightMessages.get(receiptHandle);
  const since = delivery && workedSince.get(delivery);
  if (!delivery || since === undefined) return;
  workedSince.delete(delivery);
  const now = Date.now();
  used.add(tenantOf(delivery.message, fairAmongOf(queue.name)), now - since, now);
};

/**
 * Makes fauxqs's queues, which deliver messages in plain order, fair among tenants, as SQS is among the message groups
 * of a standard queue. One machine has few workers, so a slot of a queue may be reserved (`queues.ts`) for tenants
 * without messages being processed.
 */
export function makeFair({ prototype }: { prototype: SqsQueue }): void {
  const { dequeue, notifyWaiters, deleteMessage, changeVisibility } = prototype;
  // The class is shared within the process, so a second start finds it patched.
  if (dequeue.name === 'dequeueFairly') return;
  prototype.dequeue = function dequeueFairly(this: SqsQueue, count, ...rest) {
    this.processTimers();
    const { next, others } = fairOrder(this.messages, count, sharesOf(this));
    const before = new Set(this.inflightMessages.keys());
    this.messages = next;
    const received = dequeue.call(this, next.length, ...rest);
    this.messages.push(...others);
    const now = Date.now();
    for (const [handle, delivery] of this.inflightMessages) if (!before.has(handle)) workedSince.set(delivery, now);
    return received;
  };
  prototype.notifyWaiters = function notifyWaitersFairly(this: SqsQueue) {
    if (hasEligible(this.messages, sharesOf(this))) notifyWaiters.call(this);
  };
  prototype.deleteMessage = function deleteMessageFairly(this: SqsQueue, receiptHandle) {
    end(this, receiptHandle);
    return deleteMessage.call(this, receiptHandle);
  };
  prototype.changeVisibility = function changeVisibilityFairly(this: SqsQueue, receiptHandle, timeoutSeconds) {
    // Workers change it after a failure, before they receive further messages.
    end(this, receiptHandle);
    changeVisibility.call(this, receiptHandle, timeoutSeconds);
  };
}
