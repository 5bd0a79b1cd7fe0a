import type { Notification } from '../../shared/domain/notifications/notification.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { sendBatch } from './send-mail/send-batch.ts';
import { sendDigest } from './send-mail/send-digest.ts';
import { sendNotification } from './send-mail/send-notification.ts';
import { SEND_PORTS, type SendPorts } from './send-mail/send-ports.ts';

export const worker = defineWorker({
  id: 'send-mail',
  description: 'Sends the mails of a notification, of finished uploads, or the digest of a day, each once',
  queue: 'mail',
  timeoutSeconds: 60,
  memoryMegabytes: 1024,
  uses: SEND_PORTS,
  task: {
    agent: 'notifications',
    name: 'Send mails',
    shownBy: 'list-email-activities',
    steps: [
      "Reads the notification or the lines of the day's digest, and determines the recipients.",
      'Skips recipients that already have the mail or may not receive it.',
      'Renders each mail with the applicable template, sends it once with SES, and records an activity.',
    ],
  },
});

/**
 * Requests that recipients of transmittals are notified of sheets that the document supersedes: its notification is
 * stored with the change to `PROCESSED`, so that no document is missed.
 */
const requestRecall = async (
  { organization_id, project_id, entity_id }: Notification,
  ports: Pick<SendPorts, 'transmittals.read' | 'queue.recalls'>,
): Promise<void> => {
  if (project_id === null) return;
  const place = { list: 'inProject', parent: project_id, limit: 1 } as const;
  const { records } = await ports['transmittals.read'].list(organization_id, place);
  if (records.length > 0) await ports['queue.recalls'].send({ organization_id, project_id, document_id: entity_id });
};

/** If one recipient fails, the message is delivered again; recipients that already have the mail are skipped then. */
export const handle: HandleMessage<typeof worker> = async (message, ports, run) => {
  if ('digest_day' in message) return await sendDigest(message, ports, run);
  if ('last' in message) return await sendBatch(message, ports, run);
  const notification = await ports['notifications.read'].get(message.organization_id, message.notification_id);
  if (notification?.type === 'document_processed') await requestRecall(notification, ports);
  let failure: { error: unknown } | undefined;
  for (const recipient of notification?.recipients ?? []) {
    try {
      await sendNotification(notification as NonNullable<typeof notification>, recipient, ports, run);
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
};

export const handler = queueWorker(worker, handle);
