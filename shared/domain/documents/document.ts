import * as z from 'zod';
import { ChangedBy } from '../events/event.ts';
import { Lease } from '../lease.ts';
import { Sheet } from '../sheets/sheet.ts';
import { User } from '../user.ts';
import { FileHandlingTier, ProcessingStatus, ProposedField, TextStatus } from './values.ts';

const text = z.string().nullable();

/** A version of the content; its text is in the object store. */
export const ContentVersion = z.object({
  version_id: z.string(),
  version_number: z.int().min(1),
  created_at: z.string(),
  updated_at: z.string(),
  content_path: z.string(),
  /** Characters. */
  content_length: z.int(),
});
export type ContentVersion = z.infer<typeof ContentVersion>;

/**
 * The stored document: one item of the table with the full record of the interface and internal fields (`object_key`,
 * `sha256`, `lease`, `record_version`). Text beyond the excerpt, and earlier contents, are in the object store.
 */
export const DocumentRecord = z.object({
  document_id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  title: text,
  document_reference: text,
  description: text,
  status: text,
  revision: text,
  category: text,
  document_type: text,
  summary: text,
  purpose: text,
  keywords: z.array(z.string()),
  filename: z.string(),
  file_extension: text,
  store_path: z.string(),
  file_path: text,
  file_size: z.number().nullable(),
  mime_type: text,
  sha256: text,
  /**
   * The SHA-256 that the document claims in its project; a deleted document claims it again when it is restored. Set in
   * one transaction with the claim, without a new `record_version`. Absent in records of earlier versions.
   */
  content_claim: text.optional(),
  file_handling_tier: FileHandlingTier.nullable(),
  processing_status: ProcessingStatus,
  /** The state of the file's text recognition; null until the file has been processed. */
  text_status: TextStatus.nullable().default(null),
  error: text,
  error_detail: z.record(z.string(), z.unknown()).nullable(),
  /** The first `EXCERPT_CHARACTERS` of the content; all of it if `content_length` is no more than that. */
  content_excerpt: text,
  content_length: z.int(),
  content_path: text,
  /** The origin of the content: processing never replaces content written by a caller. */
  content_source: z.enum(['extracted', 'caller']).nullable(),
  /** Number of content versions written; 0 without content. */
  version_number: z.int(),
  latest_version: text,
  /** The newest versions, newest first, at most `MAXIMUM_VERSIONS`. */
  versions: z.array(ContentVersion),
  sheets: z.array(Sheet),
  /** The fields that had a caller's own value when the sheets were last read (`ownFieldsOf`). */
  own_fields: z.array(ProposedField).default([]),
  page_count: z.int().nullable(),
  chunks_count: z.int(),
  full_image_path: text,
  thumbnail_image_path: text,
  related_queries: z.array(z.string()),
  drawing_comparison_id: text,
  revision_of: text,
  /** The first document of the revision chain; its own id if it revises no document. */
  revision_root: z.string(),
  virtual_document_id: text,
  virtual_document_version: z.int().nullable(),
  auto_generated: z.boolean(),
  is_latest: z.boolean(),
  is_deleted: z.boolean(),
  deleted_at: text,
  deleted_by: ChangedBy,
  /** Since when the document is being removed permanently: it is hidden from all readers and cannot be restored. */
  purge_started_at: z.string().optional(),
  uploaded_by: User,
  uploaded_at: text,
  last_modified: text,
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  /** Tasks whose `document_ids` include the document; a set in the table, absent if empty. */
  linked_tasks: z.set(z.string()).optional(),
  /** Number of processing runs since the document was queued; the worker fails the document after a limit. */
  attempts: z.int(),
  /** When the document was last queued, ISO 8601. */
  queued_at: text,
  lease: Lease.nullable(),
  /** Incremented by every write: the ETag, and the version that `If-Match` is compared with. */
  record_version: z.int(),
  /** The identifier of the write that created the record, by which a retried create recognises its own. */
  creation_id: z.string(),
  /** The identifier of the write that made this version, by which a retried write recognises its own success. */
  write_id: z.string(),
});
export type DocumentRecord = z.infer<typeof DocumentRecord>;

/** The fields that the sweep reads of a queued document or one being processed. */
export const BusyDocument = DocumentRecord.pick({
  organization_id: true,
  project_id: true,
  document_id: true,
  processing_status: true,
  attempts: true,
  queued_at: true,
  lease: true,
});
export type BusyDocument = z.infer<typeof BusyDocument>;

/** Fields that a caller or a worker may change; keys, tenancy and bookkeeping are excluded. */
export type DocumentChange = Partial<
  Omit<
    DocumentRecord,
    | 'document_id'
    | 'organization_id'
    | 'project_id'
    | 'created_at'
    | 'creation_id'
    | 'content_claim'
    | 'record_version'
    | 'write_id'
    | 'purge_started_at'
  >
>;
