import { Invalid } from '../../../shared/domain/errors.ts';
import type { DocumentsRead } from '../../../shared/ports.ts';

/**
 * Asserts that all documents belong to the project and are not deleted.
 * @throws Invalid naming the first document that does not
 */
export const requireDocuments = async (
  documents: DocumentsRead,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  documentIds: readonly string[],
): Promise<void> => {
  if (documentIds.length === 0) return;
  const found = await documents.getMany(organizationId, documentIds);
  const wrong = found.findIndex((document) => document?.project_id !== projectId || document.is_deleted);
  if (wrong < 0) return;
  throw Invalid.at(['body', 'document_ids', String(wrong)], "is not a document of the task's project");
};
