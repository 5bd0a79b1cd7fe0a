import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { ProcessingStatus } from '../../../shared/domain/documents/values.ts';
import type { Ports } from '../../../shared/ports.ts';
import type { LeasedStore } from '../../../shared/queue/leased-work.ts';
import type { ReceivedMessage } from '../../../shared/queue/messages.ts';

/**
 * Returns the reads and writes of the document named in a message.
 * @param facts what the run has found out about the file so far; included in every write
 */
export const leasedDocument = (
  { organization_id, project_id, document_id }: ReceivedMessage<'process'>,
  ports: Pick<Ports, 'documents.read' | 'documents.write'>,
  facts: () => DocumentChange,
): LeasedStore<DocumentRecord, DocumentChange, ProcessingStatus> => ({
  read: () => ports['documents.read'].get(organization_id, document_id),
  change: (change, guard) =>
    ports['documents.write'].change(
      organization_id,
      project_id,
      document_id,
      { ...facts(), ...change },
      // A deleted document is not processed; if it is restored, the sweep finds it.
      { ...guard, ...(guard.transition.name === 'start' && { isDeleted: false }) },
    ),
  leaseExtension: (owner) => ports['documents.write'].leaseExtension(organization_id, document_id, owner),
  extendLease: (lease) => ports['documents.write'].extendLease(organization_id, document_id, lease),
  dropLease: (owner) => ports['documents.write'].dropLease(organization_id, document_id, owner),
});
