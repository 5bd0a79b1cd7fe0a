import * as z from 'zod';
import { hasRole } from '../../shared/domain/access/caller.ts';
import type { DocumentChange } from '../../shared/domain/documents/document.ts';
import { queuedChange } from '../../shared/domain/documents/queued-change.ts';
import { transitionTo } from '../../shared/domain/documents/transitions.ts';
import {
  Category,
  DocumentId,
  DocumentType,
  Keywords,
  LongText,
  ProcessingStatus,
  Reference,
  Revision,
  Title,
} from '../../shared/domain/documents/values.ts';
import { Conflict, Forbidden } from '../../shared/domain/errors.ts';
import { line } from '../../shared/domain/fields.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { changeDocument } from './lib/change-document.ts';
import { CORRECTION_PORTS, correctProposed } from './lib/correct-sheet.ts';
import { findDocument } from './lib/find-document.ts';
import { Content } from './lib/schemas.ts';
import { ListItem, toListItem } from './view.ts';

export const operation = defineOperation({
  id: 'update-document',
  method: 'PATCH',
  path: '/api/v1/documents/{document_id}',
  tag: 'Documents',
  summary: 'Update a document',
  description:
    'Changes the fields given; null clears one. A `content` makes a version. Only a manager or a service may set ' +
    '`processing_status`, and only to a state that follows the current one (else 409). 409 as well for a deleted document, and where `If-Match` ' +
    'is not the current version: the detail names it. Title, reference or revision of a document of one sheet, where the sheet ' +
    'prints them so, are a correction of it, as `PUT …/sheets/{page}` is.',
  auth: { scope: 'documents:write', role: 'member' },
  params: z.object({ document_id: DocumentId }),
  body: z.strictObject({
    title: Title.nullable().optional(),
    document_reference: Reference.nullable().optional(),
    description: LongText.nullable().optional(),
    status: line(64).min(1).nullable().optional(),
    revision: Revision.nullable().optional(),
    category: Category.nullable().optional(),
    document_type: DocumentType.nullable().optional(),
    content: Content.nullable().optional(),
    summary: LongText.nullable().optional(),
    purpose: LongText.nullable().optional(),
    keywords: Keywords.nullable().optional(),
    processing_status: ProcessingStatus.nullable().optional(),
  }),
  responses: { 200: versioned('The document', ListItem) },
  errors: [404, 409],
  uses: [...CORRECTION_PORTS, 'files.write', 'queue.process'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { processing_status, keywords, content, ...fields } = request.body;
  if (processing_status && !hasRole(request.caller, 'manager')) {
    throw new Forbidden('Only a manager or a service may set processing_status');
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
    // A worker that has the document notices by its lease.
    ...(moves && { lease: null }),
    ...(queues && queuedChange(now)),
  };
  const changed = await changeDocument(found, change, ports, {
    ifVersion: versionOf(request.ifMatch),
    writeId: request.newId(),
    now,
    ...(moves && { transition: transitionTo(processing_status) }),
  });
  if (queues) {
    const { organization_id, project_id, document_id } = changed;
    await ports['queue.process'].send({ organization_id, project_id, document_id });
  }
  const record = await correctProposed(changed, fields, ports, request);
  return {
    status: 200,
    headers: { ETag: etag(record.record_version) },
    body: toListItem(record, { content: true }),
  };
};

export const handler = lambda(operation, handle);
