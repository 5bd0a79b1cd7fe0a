import { contentChange } from '../../../shared/domain/documents/content.ts';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { Transition } from '../../../shared/domain/documents/transitions.ts';
import { Conflict, Unavailable } from '../../../shared/domain/errors.ts';
import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { Ports } from '../../../shared/ports.ts';

/** Writers of one document's content that may come first before one is turned away. */
const ATTEMPTS = 40;
/** Spreads writers that got into each other's way. */
const JITTER_MS = 40;

interface Terms {
  ifVersion: number | undefined;
  writeId: string;
  now: Date;
  transition?: Transition;
}

/**
 * Applies a change; a new content becomes a version, stored before the record names it. Version numbers follow
 * each other without a gap, so a content is written on the version that was read, and read again when another
 * writer came first.
 *
 * @throws Conflict when the document is deleted, `ifVersion` is not the current version or the state does not allow the transition;
 * Unavailable when other writers keep coming first
 */
export const changeDocument = async (
  found: DocumentRecord,
  { content, ...change }: DocumentChange & { content?: string | undefined },
  ports: Pick<Ports, 'documents.read' | 'documents.write' | 'files.write'>,
  terms: Terms,
): Promise<DocumentRecord> => {
  const { organization_id, project_id, document_id } = found;
  const write = (extra: DocumentChange, ifVersion: number | undefined) =>
    ports['documents.write'].change(
      organization_id,
      project_id,
      document_id,
      { ...change, ...extra },
      {
        ...terms,
        isDeleted: false,
        ifVersion,
      },
    );
  if (content === undefined) return write({}, terms.ifVersion);

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
      return await write({ ...made, last_modified: at }, terms.ifVersion ?? record.record_version);
    } catch (error) {
      const standing = await ports['documents.read'].get(organization_id, document_id);
      const raced = error instanceof Conflict && standing && standing.record_version !== record.record_version;
      if (!raced || terms.ifVersion !== undefined) throw error;
      if (attempt === ATTEMPTS) throw new Unavailable('The document is being changed by too many at once', 1);
      record = standing;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS));
    }
  }
};
