import { TRANSITIONS } from '../../../shared/domain/documents/transitions.ts';
import { environment } from '../../../shared/environment.ts';
import type { BusyDocument, Ports } from '../../../shared/ports.ts';
import type { HandleSchedule, Run } from '../../../shared/queue/worker.ts';
import { defineWorker, scheduledWorker } from '../../../shared/queue/worker.ts';
import { MAXIMUM_ATTEMPTS, unlessTaken } from '../process-document/lease.ts';

export const worker = defineWorker({
  id: 'sweep-documents',
  description: 'Hands documents to the worker again whose message was lost or whose worker died',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: ['documents.busy', 'documents.write', 'queue.process'],
});

/** Documents of one shard in one run; the rest waits for the next one. */
const LIMIT = 100;

const giveUp = async (
  { organization_id, project_id, document_id, attempts }: BusyDocument,
  documents: Ports['documents.write'],
  run: Run,
): Promise<void> => {
  const error = `Processing was interrupted ${attempts} times`;
  const change = { error, error_detail: { code: 'interrupted', attempts }, lease: null };
  const guard = { transition: TRANSITIONS.fail, leaseFreeAt: run.now.getTime() };
  const write = { writeId: `sweep:${run.requestId}`, now: run.now };
  await unlessTaken(documents.change(organization_id, project_id, document_id, change, { ...guard, ...write }));
};

/**
 * Two writes cannot be one transaction with a queue: a create may die before its message is sent, and the last
 * delivery of a message may die with its worker. Sending once too often is harmless, since taking a document is
 * conditional. Most documents that wait long wait behind others, so each is sent again after a grace, then after
 * twice that time, and so on: a long queue does not grow by what it holds already.
 */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const now = run.now.getTime();
  const grace = environment().SWEEP_GRACE_SECONDS * 1000;
  const documents = await ports['documents.busy'].list(new Date(now - grace).toISOString(), LIMIT);
  for (const document of documents) {
    const { organization_id, project_id, document_id, lease, attempts, queued_at, since } = document;
    if (lease && lease.until > now) continue;
    if (attempts >= MAXIMUM_ATTEMPTS) {
      await giveUp(document, ports['documents.write'], run);
      continue;
    }
    await ports['queue.process'].send({ organization_id, project_id, document_id });
    const age = now - Date.parse(queued_at ?? since);
    await ports['documents.busy'].postpone(document, new Date(now + Math.max(age, grace) - grace).toISOString());
  }
};

export const handler = scheduledWorker(worker, handle);
