import * as z from 'zod';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import {
  Category,
  DocumentId,
  DocumentStatus,
  DocumentType,
  FileHandlingTier,
  Filename,
  Keywords,
  LongText,
  NewDocumentId,
  ProcessingStatus,
  Reference,
  Revision,
  Title,
} from '../../../shared/domain/documents/values.ts';
import { exactLine, line, ProjectId } from '../../../shared/domain/fields.ts';
import type { Operation, Request } from '../../../shared/http/operation.ts';
import { OrganizationId } from '../../../shared/http/own-organization.ts';
import { serverOwned } from '../../../shared/http/server-owned.ts';
import type { PortName, Ports } from '../../../shared/ports.ts';
import { NewContent, uploadedBySchema } from './content-schemas.ts';

/** The JSON body that describes a document whose file is already uploaded or announced. */
export const DocumentBody = z.strictObject({
  document_id: NewDocumentId,
  filename: Filename,
  store_path: exactLine(1024).min(1),
  project_id: ProjectId,
  processing_status: ProcessingStatus,
  title: Title.nullable().optional(),
  document_reference: Reference.nullable().optional(),
  description: LongText.nullable().optional(),
  status: DocumentStatus.nullable().optional(),
  revision: Revision.nullable().optional(),
  category: Category.nullable().optional(),
  document_type: DocumentType.nullable().optional(),
  content: NewContent.nullable().optional(),
  summary: LongText.nullable().optional(),
  purpose: LongText.nullable().optional(),
  keywords: Keywords.nullable().optional(),
  file_size: z.int().min(0).nullable().optional().meta({ format: 'int64' }),
  mime_type: line(255).nullable().optional(),
  file_extension: line(32).nullable().optional(),
  file_handling_tier: FileHandlingTier.nullable().optional(),
  revision_of: DocumentId.nullable().optional(),
  virtual_document_id: exactLine(256).nullable().optional(),
  virtual_document_version: z.int().nullable().optional(),
  auto_generated: z.boolean().optional(),
  organization_id: OrganizationId.nullable().optional(),
  uploaded_by: uploadedBySchema.nullable().optional(),
  ...serverOwned(
    '_id',
    'file_path',
    'created_at',
    'updated_at',
    'updated_by',
    'deleted_at',
    'deleted_by',
    'version_history',
    'thumbnail_image_path',
    'full_image_path',
    'error',
    'error_detail',
    'reading',
    'drawing_comparison_id',
  ),
  is_latest: z.boolean().optional(),
  is_deleted: z.boolean().optional(),
});

/** The fields that describe a document and are stored as the caller sets them. */
const DESCRIBED = [
  'title',
  'document_reference',
  'description',
  'status',
  'revision',
  'category',
  'document_type',
  'summary',
  'purpose',
  'keywords',
  'revision_of',
  'virtual_document_id',
  'virtual_document_version',
  'auto_generated',
] as const satisfies readonly (keyof DocumentRecord & keyof z.output<typeof DocumentBody>)[];

/** Returns the descriptive fields that a body sets; the others keep the defaults of `newDocument`. */
export const describedIn = (
  body: z.output<typeof DocumentBody>,
): Partial<Pick<DocumentRecord, (typeof DESCRIBED)[number]>> =>
  Object.fromEntries(DESCRIBED.flatMap((field) => (body[field] == null ? [] : [[field, body[field]]])));

/** The text fields next to the file in a form. */
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

/** The ports that storing a new document needs, for both ways of sending its file. */
export const STORING = [
  'documents.read',
  'documents.write',
  'projects.read',
  'uploads.read',
  'files.read',
  'files.arrived',
  'files.write',
  'files.keep',
  'queue.process',
  'queue.upload-events',
] as const satisfies readonly PortName[];
export type StoringPorts = Pick<Ports, (typeof STORING)[number]>;

/** The parts of the request, apart from the body, that both ways of storing a document need. */
export type StoringRequest = Pick<Request<Operation>, 'caller' | 'projects' | 'now' | 'newId'>;
