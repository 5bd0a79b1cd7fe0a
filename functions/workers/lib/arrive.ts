import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { queuedChange } from '../../../shared/domain/documents/queued-change.ts';
import { TRANSITIONS } from '../../../shared/domain/documents/transitions.ts';
import type { Ports } from '../../../shared/ports.ts';
import { unlessTaken } from '../../../shared/queue/holding-lease.ts';

/**
 * Queues a document that was waiting for its file, if the file exists.
 * @param writeId identifies this arrival, so that it may be reported twice
 * @returns whether the file exists
 */
export const arrive = async (
  record: DocumentRecord,
  ports: Pick<Ports, 'documents.write' | 'files.arrived' | 'files.keep' | 'queue.process'>,
  writeId: string,
): Promise<boolean> => {
  const { organization_id, project_id, document_id, store_path } = record;
  const head = await ports['files.arrived'].head(store_path);
  if (!head) return false;
  await ports['files.keep'].keep(store_path);
  const now = new Date();
  const at = head.lastModified.toISOString();
  const queued = await unlessTaken(
    ports['documents.write'].change(
      organization_id,
      project_id,
      document_id,
      { ...queuedChange(now), file_size: head.size, uploaded_at: at, last_modified: at },
      { transition: TRANSITIONS.arrive, writeId, now },
    ),
  );
  if (queued) await ports['queue.process'].send({ organization_id, project_id, document_id });
  return true;
};
