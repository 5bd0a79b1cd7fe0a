import { issuedPathOf, parseUploadPath } from '../../shared/domain/uploads/store-path.ts';
import { log } from '../../shared/log.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { type Delivery, defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { arrive } from './lib/arrive.ts';

export const worker = defineWorker({
  id: 'receive-upload',
  description: 'Queues a document that waits for its file when the file arrives',
  queue: 'upload-events',
  timeoutSeconds: 30,
  memoryMegabytes: 512,
  uses: ['uploads.read', 'documents.read', 'documents.write', 'files.arrived', 'files.keep', 'queue.process'],
  task: {
    agent: 'document-processing',
    name: 'Receive an uploaded file',
    shownBy: 'get-document',
    steps: [
      'Finds the upload that was issued for the path of the object.',
      'Sets the document that waits for the file from PENDING to QUEUED and queues it for processing; an unregistered file is ignored.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;
type Ports = Parameters<Handle>[1];

/**
 * Ignores an upload that no document has registered yet: its registration will find the object. An object at a path
 * that the service did not issue belongs to no document and is ignored; logs contain no paths.
 */
const receive = async (arrived: string, ports: Ports, { messageId }: Delivery): Promise<void> => {
  const path = issuedPathOf(arrived);
  const issued = parseUploadPath(path);
  if (!issued) return log('warn', 'an object at a path that was never issued', { message_id: messageId });
  const { organizationId, uploadId } = issued;
  const upload = await ports['uploads.read'].get(organizationId, uploadId);
  if (!upload || upload.document_id === null || upload.store_path !== path) return;
  const record = await ports['documents.read'].get(organizationId, upload.document_id);
  if (record?.store_path !== path) return;
  await arrive(record, ports, `arrival:${messageId}`);
  // The object of a form that was sent again is not used.
  if (arrived !== path) await ports['files.arrived'].dropForm(path);
};

export const handle: Handle = async (paths, ports, run) => {
  for (const path of paths) await receive(path, ports, run.delivery);
};

export const handler = queueWorker(worker, handle);
