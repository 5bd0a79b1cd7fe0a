import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Ports } from '../../../shared/ports.ts';
import { findDocument } from './find-document.ts';

/** The ports that a deletion needs, for `uses`. */
export const DELETE_PORTS = ['documents.read', 'documents.write', 'documents.delete'] as const;

/**
 * Marks one document as deleted, so that its content may be uploaded again; a deleted document is left unchanged.
 *
 * @param ifVersion the version that the caller read; any version if undefined
 * @throws NotFound if the caller may not see the document
 * @throws Conflict if `ifVersion` is not the current version
 */
export const deleteOne = async (
  request: Parameters<typeof findDocument>[0] & { now: Date; newId: () => string },
  ifVersion: number | undefined,
  ports: Pick<Ports, (typeof DELETE_PORTS)[number]>,
): Promise<DocumentRecord> => {
  const found = await findDocument(request, ports['documents.read']);
  const terms = { ifVersion, writeId: request.newId(), now: request.now };
  const record = await ports['documents.delete'].delete(found, terms);
  const { organization_id, project_id, document_id, sha256 } = record;
  if (sha256 !== null) {
    await ports['documents.write'].releaseContent(organization_id, project_id, sha256, document_id);
  }
  return record;
};
