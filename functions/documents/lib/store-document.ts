import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Invalid } from '../../../shared/domain/errors.ts';
import { etag } from '../../../shared/http/etag.ts';
import type { FileSource, Ports } from '../../../shared/ports.ts';
import { toDocumentListItem } from '../view.ts';

/**
 * Returns the root of the chain that a revision joins.
 * @throws Invalid if the parent is not a document of the project
 */
export const chainRoot = async (
  documents: Pick<Ports, 'documents.read'>['documents.read'],
  organizationId: string,
  projectId: string,
  parentId: string,
): Promise<string> => {
  const parent = await documents.get(organizationId, parentId);
  if (parent?.project_id !== projectId || parent.is_deleted) {
    throw Invalid.at(['body', 'revision_of'], 'is not a document of this project');
  }
  return parent.revision_root;
};

/**
 * Creates the record, queues it if it needs processing, and returns the 201 response.
 *
 * @param source where the record's file comes from
 */
export const storeDocument = async (
  record: DocumentRecord,
  ports: Pick<Ports, 'documents.write' | 'queue.process'>,
  source: FileSource,
) => {
  const stored = await ports['documents.write'].create(record, source);
  if (stored.processing_status === 'QUEUED') {
    const { organization_id, project_id, document_id } = stored;
    await ports['queue.process'].send({ organization_id, project_id, document_id });
  }
  return {
    status: 201 as const,
    headers: { ETag: etag(stored.record_version) },
    body: toDocumentListItem(stored, { content: true }),
  };
};
