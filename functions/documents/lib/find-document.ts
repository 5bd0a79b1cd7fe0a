import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import { visible } from '../../../shared/http/visible.ts';
import type { DocumentsRead } from '../../../shared/ports.ts';

/**
 * The document of the request's path, where the caller may see it; deleted ones are found as well.
 * @throws NotFound for a missing one, another tenant's and one of a project the caller is no member of alike
 */
export const findDocument = async (
  request: { caller: Caller; projects: ProjectAccess; params: { document_id: string } },
  documents: DocumentsRead,
): Promise<DocumentRecord> =>
  visible(request, await documents.get(request.caller.organizationId, request.params.document_id));

/** @throws Conflict for a deleted document: it can be read and restored, and nothing else */
export const requireStanding = ({ is_deleted, document_id }: DocumentRecord): void => {
  if (is_deleted) throw new Conflict(`Document ${document_id} is deleted: restore it first`);
};
