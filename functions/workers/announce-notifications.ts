import { NOTIFICATIONS_SUFFIX, notifiedOrganization } from '../../shared/domain/notifications/notification.ts';
import { streamWorker } from '../../shared/queue/stream-worker.ts';
import { defineWorker, type HandleStream } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'announce-notifications',
  description: 'Queues the mails for notifications stored with changes of records',
  stream: { partitionsEndingWith: NOTIFICATIONS_SUFFIX },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['queue.mail'],
  task: {
    agent: 'notifications',
    name: 'Queue notifications',
    shownBy: 'list-email-activities',
    steps: [
      'Finds the notifications that changes of records were stored with.',
      'Requests the mails for each of them.',
    ],
  },
});

/** Messages sent concurrently. */
const PARALLEL = 20;

/** A failed batch is delivered again from its start; mails already in the log are not sent twice. */
export const handle: HandleStream<typeof worker> = async (keys, ports) => {
  for (let start = 0; start < keys.length; start += PARALLEL) {
    const some = keys.slice(start, start + PARALLEL);
    await Promise.all(
      some.map(({ pk, sk }) =>
        ports['queue.mail'].send({ organization_id: notifiedOrganization(pk), notification_id: sk }),
      ),
    );
  }
};

export const handler = streamWorker(worker, handle);
