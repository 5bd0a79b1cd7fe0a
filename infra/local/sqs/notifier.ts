import { setTimeout as delay } from 'node:timers/promises';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Events to be sent to a queue, stored so that a crash does not lose them. */
export interface Outbox {
  /** Returns those not yet sent to the queue, oldest first. */
  pendingEvents(): { id: number; event: string }[];
  eventSent(id: number): void;
}

export interface Notifier {
  /** Sends the events waiting in the outbox. */
  notify(): void;
  stop(): Promise<void>;
}

/** Sends the events of the outbox in order, retrying after a failure: each is sent at least once. */
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
