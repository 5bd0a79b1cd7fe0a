import { environment } from '../../../shared/environment.ts';
import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';
import { piecesOf } from './pieces-of.ts';

export const worker = defineWorker({
  id: 'index-changes',
  description: "Brings an organization's search index to what the table says, merges its segments, or builds it anew",
  queue: 'search',
  timeoutSeconds: 840,
  memoryMegabytes: 3008,
  uses: ['search.index', 'embedder', 'files.read', 'chunks.write', 'queue.search'],
  task: {
    agent: 'search',
    name: 'Bring a search index up to date',
    shownBy: 'search',
    steps: [
      'Takes the index of the organization: one worker at a time has it.',
      'Reads which records have changed since, and compares their rows with the records.',
      'Writes what differs, with its embeddings, as a segment, and merges small segments; builds the index anew where it was asked to.',
      'Asks again what has changed before it lets go, and leaves what takes longer to another run.',
    ],
  },
});

const DOES = { follow: 'catchUp', compact: 'compact', rebuild: 'rebuild' } as const;

/** Where another worker has the index, it does what this message asks for as well. */
export const handle: HandleMessage<typeof worker> = async ({ organization_id, task }, ports, run) => {
  const ended = await ports['search.index'][DOES[task]](organization_id, {
    owner: `${run.delivery.messageId}:${run.delivery.attempt}:${run.requestId}`,
    embedder: ports.embedder,
    piecesOf: (record) => piecesOf(record, ports),
    until: Math.min(run.deadline, Date.now() + environment().SLICE_SECONDS * 1000),
    signal: run.signal,
  });
  if (ended === 'unfinished') await ports['queue.search'].send({ organization_id, task: 'follow' });
};

export const handler = queueWorker(worker, handle);
