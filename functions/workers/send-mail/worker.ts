import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';
import { SEND_PORTS } from './ports.ts';
import { sendDigest } from './send-digest.ts';
import { sendNotification } from './send-notification.ts';

export const worker = defineWorker({
  id: 'send-mail',
  description: 'Writes the mails of a notification, or the digest of a day, and hands each to SES once',
  queue: 'mail',
  timeoutSeconds: 60,
  memoryMegabytes: 1024,
  uses: SEND_PORTS,
  task: {
    agent: 'notifications',
    name: 'Send mails',
    shownBy: 'list-email-activities',
    steps: [
      'Reads the notification, or what was kept for the digest of a day, and to whom it goes.',
      'Leaves out whoever has the mail already or may not be written to.',
      'Writes each mail by the template that applies, hands it to SES once, and keeps an activity of it.',
    ],
  },
});

/** Whoever has the mail of a notification is not written to again when the message comes back for somebody else. */
export const handle: HandleMessage<typeof worker> = async (message, ports, run) => {
  if ('digest_day' in message) return await sendDigest(message, ports, run);
  const notification = await ports['notifications.read'].get(message.organization_id, message.notification_id);
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
