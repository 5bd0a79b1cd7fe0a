import * as z from 'zod';
import {
  DocumentId,
  DocumentStatus,
  DocumentType,
  FileHandlingTier,
  Filename,
  Keywords,
  LongText,
  MAXIMUM_FORM_FILE_BYTES,
  NewDocumentId,
  ProcessingStatus,
  Reference,
  Revision,
  Title,
} from '../../shared/domain/documents/values.ts';
import { ListItem } from '../../shared/domain/documents/views.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { createFromForm } from './lib/create-from-form.ts';
import { createFromRecord } from './lib/create-from-record.ts';
import { Content, uploadedBySchema } from './lib/schemas.ts';

const short = z.string().max(256).nullable().optional();
const ignored = z.unknown().optional();

/** The document shape of specification 2.1. Server-owned fields are accepted and set by the server. */
export const DocumentBody = z.strictObject({
  document_id: NewDocumentId,
  filename: Filename,
  store_path: z.string().min(1).max(1024),
  project_id: z.string().min(1).max(128),
  processing_status: ProcessingStatus,
  title: Title.nullable().optional(),
  document_reference: Reference.nullable().optional(),
  description: LongText.nullable().optional(),
  status: DocumentStatus.nullable().optional(),
  revision: Revision.nullable().optional(),
  category: short,
  document_type: DocumentType.nullable().optional(),
  content: Content.nullable().optional(),
  summary: LongText.nullable().optional(),
  purpose: LongText.nullable().optional(),
  keywords: Keywords.nullable().optional(),
  file_size: z.int().min(0).nullable().optional(),
  mime_type: z.string().max(255).nullable().optional(),
  file_extension: z.string().max(32).nullable().optional(),
  file_handling_tier: FileHandlingTier.nullable().optional(),
  revision_of: DocumentId.nullable().optional(),
  virtual_document_id: short,
  virtual_document_version: z.int().nullable().optional(),
  auto_generated: z.boolean().optional(),
  organization_id: z.string().nullable().optional(),
  uploaded_by: uploadedBySchema.nullable().optional(),
  _id: ignored,
  file_path: ignored,
  created_at: ignored,
  updated_at: ignored,
  version_history: ignored,
  thumbnail_image_path: ignored,
  full_image_path: ignored,
  error: ignored,
  error_detail: ignored,
  drawing_comparison_id: ignored,
  is_latest: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
});

/** The form fields of specification 4.1. */
export const DocumentForm = z.strictObject({
  project_id: z.string().min(1).max(128),
  document_type: DocumentType.optional(),
  title: Title.optional(),
  document_reference: Reference.optional(),
  description: LongText.optional(),
  revision: Revision.optional(),
  category: z.string().max(256).optional(),
  revision_of: DocumentId.optional(),
});

export const operation = defineOperation({
  id: 'create-document',
  method: 'POST',
  path: '/api/v1/documents',
  tag: 'Documents',
  summary: 'Upload a document, or register an uploaded file',
  description:
    'As `multipart/form-data` takes a file of at most 4 MB and its fields; larger files go through POST /api/v1/uploads. ' +
    'As `application/json` registers a file that was uploaded to an issued `store_path`: the file is there, or ' +
    '`processing_status` says PENDING and it will be processed when it arrives. The service sets the true state, the ' +
    'caller as `uploaded_by`, and reads title, reference and revision from the title block where none is given.',
  auth: { scope: 'documents:write', role: 'member', projects: true },
  body: DocumentBody,
  multipart: { file: 'file', fields: DocumentForm, maximumBytes: MAXIMUM_FORM_FILE_BYTES },
  responses: {
    201: { description: 'The stored document', schema: ListItem, headers: { ETag: 'Version of the record' } },
  },
  errors: [400, 404, 409, 413, 415],
  uses: [
    'documents.read',
    'documents.write',
    'projects.read',
    'uploads.read',
    'files.read',
    'files.write',
    'queue.process',
    'queue.upload-events',
  ],
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = (request, ports) =>
  request.form ? createFromForm({ ...request, form: request.form }, ports) : createFromRecord(request, ports);

export const handler = lambda(operation, handle);
