import { contentChange } from '../../../shared/domain/documents/content.ts';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Transition } from '../../../shared/domain/documents/transitions.ts';
import { Conflict, Unavailable } from '../../../shared/domain/errors.ts';
import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { Ports } from '../../../shared/ports.ts';

/** Attempts to write a content version before the request is rejected because of concurrent writers. */
const ATTEMPTS = 40;
/** Upper bound of the random delay in milliseconds that spreads out competing writers. */
const JITTER_MS = 40;

interface Terms {
  ifVersion: number | undefined;
  writeId: string;
  now: Date;
  transition?: Transition;
}

/**
 * Applies a change to a document. New content is stored as a version before the record refers to it. Version numbers
 * are consecutive: content is written conditionally on the version that was read, and the record is read again if
 * another writer was faster.
 *
 * @throws Conflict if the document is deleted, `ifVersion` is not the current version or the state does not allow the
 * transition
 * @throws Unavailable if other writers were faster in every attempt
 */
export const changeDocument = async (
  found: DocumentRecord,
  { content, ...change }: DocumentChange & { content?: string | undefined },
  ports: Pick<Ports, 'documents.read' | 'documents.write' | 'files.write'>,
  terms: Terms,
): Promise<DocumentRecord> => {
  const { organization_id, project_id, document_id } = found;
  const write = (extra: DocumentChange, ifVersion: number | undefined, before: DocumentRecord) =>
    ports['documents.write'].change(
      organization_id,
      project_id,
      document_id,
      { ...change, ...extra },
      {
        ...terms,
        isDeleted: false,
        ifVersion,
        before,
      },
    );
  if (content === undefined) return write({}, terms.ifVersion, found);

  const version = {
    id: terms.writeId,
    path: derivedPath(organization_id, document_id, `content-${terms.writeId}.txt`),
  };
  await ports['files.write'].put(version.path, Buffer.from(content), 'text/plain; charset=utf-8');
  let record = found;
  for (let attempt = 1; ; attempt++) {
    const at = terms.now.toISOString();
    const made = contentChange(record, content, { ...version, at, source: 'caller' });
    try {
      return await write({ ...made, last_modified: at }, terms.ifVersion ?? record.record_version, record);
    } catch (error) {
      const current = await ports['documents.read'].get(organization_id, document_id);
      const isStale = error instanceof Conflict && current && current.record_version !== record.record_version;
      if (!isStale || terms.ifVersion !== undefined) throw error;
      if (attempt === ATTEMPTS) throw new Unavailable('Too many concurrent changes to the document', 1);
      record = current;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS));
    }
  }
};
