import * as z from 'zod';
import {
  Category,
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
import { line, ProjectId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId } from '../../shared/http/own-organization.ts';
import { serverOwned } from '../../shared/http/server-owned.ts';
import { created } from '../../shared/http/versioned.ts';
import { receiveFile } from './lib/receive-file.ts';
import { registerUploadedFile } from './lib/register-uploaded-file.ts';
import { Content, uploadedBySchema } from './lib/schemas.ts';
import { ListItem } from './view.ts';

/** A document as a caller describes one that is uploaded already, or will be. */
export const DocumentBody = z.strictObject({
  document_id: NewDocumentId,
  filename: Filename,
  store_path: line(1024).min(1),
  project_id: ProjectId,
  processing_status: ProcessingStatus,
  title: Title.nullable().optional(),
  document_reference: Reference.nullable().optional(),
  description: LongText.nullable().optional(),
  status: DocumentStatus.nullable().optional(),
  revision: Revision.nullable().optional(),
  category: Category.nullable().optional(),
  document_type: DocumentType.nullable().optional(),
  content: Content.nullable().optional(),
  summary: LongText.nullable().optional(),
  purpose: LongText.nullable().optional(),
  keywords: Keywords.nullable().optional(),
  file_size: z.int().min(0).nullable().optional(),
  mime_type: line(255).nullable().optional(),
  file_extension: line(32).nullable().optional(),
  file_handling_tier: FileHandlingTier.nullable().optional(),
  revision_of: DocumentId.nullable().optional(),
  virtual_document_id: line(256).nullable().optional(),
  virtual_document_version: z.int().nullable().optional(),
  auto_generated: z.boolean().optional(),
  organization_id: OrganizationId.nullable().optional(),
  uploaded_by: uploadedBySchema.nullable().optional(),
  ...serverOwned(
    '_id',
    'file_path',
    'created_at',
    'updated_at',
    'version_history',
    'thumbnail_image_path',
    'full_image_path',
    'error',
    'error_detail',
    'drawing_comparison_id',
  ),
  is_latest: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
});

/** The text fields beside the file of a form. */
export const DocumentForm = z.strictObject({
  project_id: ProjectId,
  document_type: DocumentType.optional(),
  title: Title.optional(),
  document_reference: Reference.optional(),
  description: LongText.optional(),
  revision: Revision.optional(),
  category: Category.optional(),
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
  auth: { scope: 'documents:write', role: 'member' },
  body: DocumentBody,
  multipart: { file: 'file', fields: DocumentForm, maximumBytes: MAXIMUM_FORM_FILE_BYTES },
  responses: { 201: created('The stored document', ListItem, '/api/v1/documents/{_id}') },
  errors: [400, 404, 409, 413, 415],
  uses: [
    'documents.read',
    'documents.write',
    'projects.read',
    'organizations.read',
    'uploads.read',
    'files.read',
    'files.write',
    'files.keep',
    'queue.process',
    'queue.upload-events',
  ],
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = (request, ports) =>
  request.form ? receiveFile({ ...request, form: request.form }, ports) : registerUploadedFile(request, ports);

export const handler = lambda(operation, handle);
