import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict, NotFound } from '../../../shared/domain/errors.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { visible } from '../../../shared/http/visible.ts';
import type { DocumentsRead } from '../../../shared/ports.ts';

/**
 * Returns the document named in the request's path, even if it is deleted, unless the caller has only a viewer link.
 * @throws NotFound alike for a missing document, one of another tenant, and one in a project that the caller is not a
 * member of
 */
export const findDocument = async (
  request: { caller: Caller; projects: ProjectAccess; params: { document_id: string } },
  documents: DocumentsRead,
): Promise<DocumentRecord> => {
  const { caller, params } = request;
  const sought = { name: 'Document', loc: ['path', 'document_id'] };
  const record = await visible(request, await documents.get(caller.organizationId, params.document_id), sought);
  if (caller.viewerLink && record.is_deleted) throw NotFound.of(sought);
  return record;
};

/**
 * Asserts that a document is not deleted: a deleted document can only be read and restored.
 * @throws Conflict if it is deleted
 */
export const requireNotDeleted = ({ is_deleted, document_id }: DocumentRecord): void => {
  if (is_deleted) throw new Conflict(`Document ${document_id} is deleted: restore it first`);
};
