import { holdsAllContent } from '../../../shared/domain/documents/content.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { queueWorker } from '../../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'index-changes',
  description: "Brings an organization's search index to what the table says, compacts it, or builds it anew",
  queue: 'search',
  timeoutSeconds: 840,
  memoryMegabytes: 3008,
  uses: ['search.index', 'embedder', 'files.read'],
  task: {
    agent: 'search',
    name: 'Bring a search index up to date',
    shownBy: 'search',
    steps: [
      'Takes the index of the organization: one worker at a time has it.',
      'Reads which records have changed since, and compares their rows with the records.',
      'Writes the rows that differ, with their embeddings; compacts the index, or builds it anew, where it was asked to.',
      'Asks again what has changed before it lets go.',
    ],
  },
});

const DOES = { follow: 'catchUp', compact: 'compact', rebuild: 'rebuild' } as const;

/** Where another worker has the index, it does what this message asks for as well. */
export const handle: HandleMessage<typeof worker> = async ({ organization_id, task }, ports, run) => {
  const contentOf = async (record: DocumentRecord): Promise<string | null> =>
    holdsAllContent(record) || record.content_path === null
      ? record.content_excerpt
      : Buffer.from(await ports['files.read'].bytes(record.content_path)).toString('utf8');
  const owner = `${run.delivery.messageId}:${run.delivery.attempt}:${run.requestId}`;
  const tools = { owner, embedder: ports.embedder, contentOf, signal: run.signal };
  await ports['search.index'][DOES[task]](organization_id, tools);
};

export const handler = queueWorker(worker, handle);
