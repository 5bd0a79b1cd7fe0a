import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import type { HandleSchedule } from '../../shared/queue/worker.ts';
import { defineWorker, scheduledWorker } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'sweep-documents',
  description: 'Hands documents to the worker again whose message was lost or whose worker died',
  schedule: { rateMinutes: 1 },
  timeoutSeconds: 60,
  memoryMegabytes: 512,
  uses: ['documents.busy', 'documents.write', 'queue.process'],
});

/** A queued document is left to its message this long. */
const GRACE_MS = 45_000;
/** Documents of one shard in one run; the rest waits for the next one. */
const LIMIT = 100;
/** Runs after which a document is given up: each one ended without a trace. */
const MAXIMUM_ATTEMPTS = 5;

/**
 * Two writes cannot be one transaction with a queue: a create may die before its message is sent, and the last
 * delivery of a message may die with its worker. Sending once too often is harmless, since taking a document is
 * conditional.
 */
export const handle: HandleSchedule<typeof worker> = async (ports, run) => {
  const now = run.now.getTime();
  const documents = await ports['documents.busy'].list(new Date(now - GRACE_MS).toISOString(), LIMIT);
  for (const { organization_id, project_id, document_id, lease, attempts } of documents) {
    if (lease && lease.until > now) continue;
    if (attempts < MAXIMUM_ATTEMPTS) {
      await ports['queue.process'].send({ organization_id, project_id, document_id });
      continue;
    }
    const error = `Processing was interrupted ${attempts} times`;
    await ports['documents.write']
      .change(
        organization_id,
        project_id,
        document_id,
        { error, error_detail: { code: 'interrupted', attempts }, lease: null },
        { transition: TRANSITIONS.fail, leaseFreeAt: now, writeId: `sweep:${run.requestId}`, now: run.now },
      )
      .catch((failure: unknown) => {
        if (!(failure instanceof Conflict || failure instanceof NotFound)) throw failure;
      });
  }
};

export const handler = scheduledWorker(worker, handle);
