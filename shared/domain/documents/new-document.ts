import type { Caller } from '../access/caller.ts';
import { userOf } from '../access/caller.ts';
import { extensionOf } from '../files/detect.ts';
import type { DocumentRecord } from './document.ts';

/** The required fields of a new record; all others have defaults. */
export type NewDocument = Pick<
  DocumentRecord,
  'document_id' | 'project_id' | 'filename' | 'store_path' | 'processing_status' | 'write_id'
> &
  Partial<DocumentRecord>;

/** Returns a new record, with server-owned fields from the caller and the current time. */
export const newDocument = (caller: Caller, now: Date, given: NewDocument): DocumentRecord => {
  const at = now.toISOString();
  return {
    title: null,
    document_reference: null,
    description: null,
    status: 'draft',
    revision: null,
    category: null,
    document_type: null,
    summary: null,
    purpose: null,
    keywords: [],
    file_extension: extensionOf(given.filename) || null,
    file_path: given.store_path,
    file_size: null,
    mime_type: null,
    sha256: null,
    content_claim: null,
    file_handling_tier: null,
    error: null,
    error_detail: null,
    content_excerpt: null,
    content_length: 0,
    content_path: null,
    content_source: null,
    version_number: 0,
    latest_version: null,
    versions: [],
    text_status: null,
    sheets: [],
    own_fields: [],
    page_count: null,
    chunks_count: 0,
    full_image_path: null,
    thumbnail_image_path: null,
    related_queries: [],
    drawing_comparison_id: null,
    revision_of: null,
    revision_root: given.document_id,
    virtual_document_id: null,
    virtual_document_version: null,
    auto_generated: false,
    is_latest: true,
    is_deleted: false,
    deleted_at: null,
    uploaded_at: null,
    last_modified: null,
    attempts: 0,
    queued_at: null,
    lease: null,
    record_version: 1,
    ...given,
    creation_id: given.write_id,
    organization_id: caller.organizationId,
    uploaded_by: userOf(caller),
    created_at: at,
    updated_at: at,
  };
};
