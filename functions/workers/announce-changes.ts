import { announcedOrganization, SEARCH_CHANGES_SUFFIX } from '../../shared/domain/search/announced.ts';
import { streamWorker } from '../../shared/queue/stream-worker.ts';
import { defineWorker, type HandleStream } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'announce-changes',
  description: 'Requests an index update for each organization with changed records',
  stream: { partitionsEndingWith: SEARCH_CHANGES_SUFFIX },
  timeoutSeconds: 60,
  memoryMegabytes: 256,
  uses: ['queue.search'],
});

/** Sends one message for all changes of an organization in a batch; its worker reads the changes from the table. */
export const handle: HandleStream<typeof worker> = async (keys, ports) => {
  for (const partition of new Set(keys.map(({ pk }) => pk))) {
    const organization_id = announcedOrganization(partition);
    if (organization_id !== undefined) await ports['queue.search'].send({ organization_id, task: 'follow' });
  }
};

export const handler = streamWorker(worker, handle);
