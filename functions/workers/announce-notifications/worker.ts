import { NOTIFICATIONS_SUFFIX, notifiedOrganization } from '../../../shared/domain/notifications/notification.ts';
import { streamWorker } from '../../../shared/queue/stream-worker.ts';
import { defineWorker, type HandleStream } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'announce-notifications',
  description: 'Has the mails written that a change of a record was stored with',
  stream: { partitionsEndingWith: NOTIFICATIONS_SUFFIX },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['queue.mail'],
  task: {
    agent: 'notifications',
    name: 'Have notifications sent',
    shownBy: 'list-email-activities',
    steps: ['Finds the notifications that changes of records were stored with.', 'Asks for the mails of each of them.'],
  },
});

/** Messages under way at once. */
const PARALLEL = 20;

/** A batch that fails is told again from its start: whoever has a mail already is in the log. */
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
