import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import type { DocumentsRead } from '../../../shared/ports.ts';

/**
 * The document of the request's path, where the caller may see it; deleted ones are found as well.
 * @throws NotFound for a missing one, another tenant's and one of a project the caller is no member of alike
 */
export const findDocument = async (
  request: { caller: Caller; projects: ProjectAccess; params: { document_id: string } },
  documents: DocumentsRead,
): Promise<DocumentRecord> => {
  const record = await documents.get(request.caller.organizationId, request.params.document_id);
  if (!record || !(await request.projects.allows(record.project_id))) throw new NotFound();
  return record;
};
