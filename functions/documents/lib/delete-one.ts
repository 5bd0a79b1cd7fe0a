import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Ports } from '../../../shared/ports.ts';
import { findDocument } from './find-document.ts';

/** The ports that a deletion needs, for `uses`. */
export const DELETE_PORTS = ['documents.read', 'documents.delete'] as const;

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
  return ports['documents.delete'].delete(found, { ifVersion, writeId: request.newId(), now: request.now });
};
