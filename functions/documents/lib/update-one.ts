import * as z from 'zod';
import { type Caller, hasRole } from '../../../shared/domain/access/caller.ts';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { queuedChange } from '../../../shared/domain/documents/queued-change.ts';
import { transitionTo } from '../../../shared/domain/documents/transitions.ts';
import {
  Category,
  DocumentType,
  Keywords,
  LongText,
  ProcessingStatus,
  Reference,
  Revision,
  Title,
} from '../../../shared/domain/documents/values.ts';
import { Conflict, Forbidden } from '../../../shared/domain/errors.ts';
import { line } from '../../../shared/domain/fields.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import type { Ports } from '../../../shared/ports.ts';
import { CORRECTION_PORTS, correctProposed } from './apply-correction.ts';
import { changeDocument } from './change-document.ts';
import { findDocument } from './find-document.ts';

/** The fields of a document that a caller may change, apart from its content; null clears a field. */
export const changeableFields = {
  title: Title.nullable().optional(),
  document_reference: Reference.nullable().optional(),
  description: LongText.nullable().optional(),
  status: line(64).min(1).nullable().optional(),
  revision: Revision.nullable().optional(),
  category: Category.nullable().optional(),
  document_type: DocumentType.nullable().optional(),
  summary: LongText.nullable().optional(),
  purpose: LongText.nullable().optional(),
  keywords: Keywords.nullable().optional(),
  processing_status: ProcessingStatus.nullable().optional(),
};
const Changes = z.object(changeableFields);

/** The ports that an update needs, for `uses`. */
export const UPDATE_PORTS = [...CORRECTION_PORTS, 'files.write', 'queue.process'] as const;

interface UpdateRequest {
  caller: Caller;
  projects: ProjectAccess;
  params: { document_id: string };
  now: Date;
  newId: () => string;
}

/**
 * Updates one document on behalf of a caller.
 *
 * @param ifVersion the version that the caller read; any version if undefined
 * @throws NotFound if the caller may not see the document
 * @throws Forbidden for a `processing_status` from a caller below manager
 * @throws Conflict if the document's state or version does not allow the change
 */
export const updateOne = async (
  request: UpdateRequest,
  body: z.infer<typeof Changes> & { content?: string | null | undefined },
  ifVersion: number | undefined,
  ports: Pick<Ports, (typeof UPDATE_PORTS)[number]>,
): Promise<DocumentRecord> => {
  const { processing_status, keywords, content, ...fields } = body;
  if (processing_status && !hasRole(request.caller, 'manager')) {
    throw new Forbidden('Only a manager or a service may set processing_status', 'forbidden', [
      'body',
      'processing_status',
    ]);
  }
  const found = await findDocument(request, ports['documents.read']);
  const { now } = request;
  const moves = processing_status && processing_status !== found.processing_status;
  const queues = moves && processing_status === 'QUEUED';
  if (queues && found.uploaded_at === null) throw new Conflict('The file has not been uploaded yet');
  const change: DocumentChange & { content?: string } = {
    ...fields,
    ...(keywords !== undefined && { keywords: keywords ?? [] }),
    ...(content !== undefined && { content: content ?? '' }),
    // A worker processing the document notices that its lease has been removed.
    ...(moves && { lease: null }),
    ...(queues && queuedChange(now)),
  };
  const changed = await changeDocument(found, change, ports, {
    ifVersion,
    writeId: request.newId(),
    now,
    ...(moves && { transition: transitionTo(processing_status) }),
  });
  if (queues) {
    const { organization_id, project_id, document_id } = changed;
    await ports['queue.process'].send({ organization_id, project_id, document_id });
  }
  return correctProposed(changed, fields, ports, request);
};
