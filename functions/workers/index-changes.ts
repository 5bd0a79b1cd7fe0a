import { environment } from '../../shared/environment.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { contentPiecesOf } from './index-changes/pieces-of.ts';

export const worker = defineWorker({
  id: 'index-changes',
  description: "Updates an organization's search index from the table, merges its segments, or rebuilds it",
  queue: 'search',
  timeoutSeconds: 840,
  memoryMegabytes: 3008,
  uses: ['search.index', 'embedder', 'files.read', 'chunks.write', 'queue.search'],
  task: {
    agent: 'search',
    name: 'Update a search index',
    shownBy: 'search',
    steps: [
      'Takes a lease on the index of the organization, so that only one worker at a time writes it.',
      'Reads which records have changed since the last update, and compares their rows with the records.',
      'Writes the differences with their embeddings as a segment and merges small segments; rebuilds the index on request.',
      'Checks for further changes before it releases the lease, and leaves work that takes longer to another run.',
    ],
  },
});

const DOES = { follow: 'catchUp', compact: 'compact', rebuild: 'rebuild' } as const;

/** If another worker has the index, that worker also does the work of this message. */
export const handle: HandleMessage<typeof worker> = async ({ organization_id, task }, ports, run) => {
  const ended = await ports['search.index'][DOES[task]](organization_id, {
    owner: `${run.delivery.messageId}:${run.delivery.attempt}:${run.requestId}`,
    embedder: ports.embedder,
    piecesOf: (record) => contentPiecesOf(record, ports),
    until: Math.min(run.deadline, Date.now() + environment().SLICE_SECONDS * 1000),
    signal: run.signal,
  });
  if (ended === 'unfinished') await ports['queue.search'].send({ organization_id, task: 'follow' });
};

export const handler = queueWorker(worker, handle);
