import { setTimeout as delay } from 'node:timers/promises';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Events that a queue is to have, kept where a crash does not lose them. */
export interface Outbox {
  /** Those that the queue does not have yet, oldest first. */
  pendingEvents(): { id: number; event: string }[];
  eventSent(id: number): void;
}

export interface Notifier {
  /** Sends what waits in the outbox. */
  notify(): void;
  stop(): Promise<void>;
}

/** Sends the events of the outbox one after the other, and again after a failure: each at least once. */
export function startNotifier(outbox: Outbox, client: SQSClient, queueUrl: string): Notifier {
  const stopping = new AbortController();
  let wanted = false;
  let sending = Promise.resolve();

  async function drain(): Promise<void> {
    while (wanted && !stopping.signal.aborted) {
      wanted = false;
      for (const { id, event } of outbox.pendingEvents()) {
        if (await send(event)) outbox.eventSent(id);
        else {
          wanted = true;
          await delay(1000, undefined, { signal: stopping.signal }).catch(() => undefined);
          break;
        }
      }
    }
  }

  async function send(event: string): Promise<boolean> {
    const command = new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: event });
    return client.send(command, { abortSignal: stopping.signal }).then(
      () => true,
      () => false,
    );
  }

  return {
    notify() {
      wanted = true;
      sending = sending.then(drain);
    },
    async stop() {
      stopping.abort();
      await sending;
    },
  };
}
