import * as z from 'zod';
import type { ContentVersion, DocumentRecord } from '../../shared/domain/documents/document.ts';
import { notesOf } from '../../shared/domain/documents/processing-notes.ts';
import {
  EXCERPT_CHARACTERS,
  FileHandlingTier,
  ProcessingStatus,
  TextStatus,
} from '../../shared/domain/documents/values.ts';
import { shownActor, updatedBy } from '../../shared/domain/events/event.ts';
import { Sheet } from '../../shared/domain/sheets/sheet.ts';
import { SupersededBy } from '../../shared/domain/sheets/superseded.ts';
import { User } from '../../shared/domain/user.ts';

/** How much of a record is returned. */
export const DocumentView = z
  .enum(['full', 'compact'])
  .default('full')
  .meta({ description: '`compact` omits `content` and `version_history`: enough to follow processing.' });

const text = z.string().nullable();
const time = z.string().meta({ format: 'date-time' });
const about = (description: string) => text.meta({ description });

/** The descriptive fields of a document; a list item contains them twice, at its top level and in `metadata`. */
const described = {
  project_id: z.string(),
  organization_id: z.string(),
  title: about("Title: the caller's, or read from the title block"),
  document_reference: about("Drawing or reference number: the caller's, or the title block's sheet number"),
  description: text,
  status: about('Document status; `draft` by default'),
  revision: about("Revision: the caller's, or the title block's"),
  category: text,
  document_type: text,
  summary: text,
  purpose: text,
  keywords: z.array(z.string()),
};

const Metadata = z.object({ document_id: z.string(), ...described, content: text.optional() });

/** A version of the content; its text is absent in lists. */
export const VersionEntry = z
  .object({
    version_id: z.string(),
    version_number: z.int().min(1),
    created_at: time,
    updated_at: time,
    content: z.string().optional(),
  })
  .meta({ id: 'VersionEntry' });
export type VersionEntry = z.infer<typeof VersionEntry>;

const shared = {
  _id: z.string().meta({ description: 'Document ID' }),
  ...described,
  filename: z.string(),
  store_path: z.string().meta({ description: 'Path of the file in the object store' }),
  file_path: about('The same path'),
  file_size: z.int().nullable().meta({ description: 'Bytes', format: 'int64' }),
  mime_type: text,
  processing_status: ProcessingStatus,
  text_status: TextStatus.nullable().meta({
    description:
      'How far the text has been read: `complete`, `recognising` (scanned pages or title blocks drawn as images are ' +
      'being read: content and sheets grow), `partial` (some pages could not be read), `none` (nothing to read); ' +
      'null until the file has been processed',
  }),
  error: about('Why processing failed, or why a CAD or BIM file is stored unread, as readable text'),
  error_detail: z.record(z.string(), z.unknown()).nullable(),
  reading: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({
      description:
        'How the text was read if the text layer did not suffice: `text_layer`, `scanned_pages`, `lettering_pages`, ' +
        '`recognition_languages` and others; while it is being recognised, the pages that wait',
      example: null,
    }),
  chunks_count: z.int().min(0).meta({ description: 'Stored chunks of the text' }),
  full_image_path: about('Path of the first page as an image; `full_image_url` links to it'),
  thumbnail_image_path: text,
  latest_version: about('`version_id` of the newest content version'),
  is_latest: z.boolean().meta({
    description:
      'False if it was revised (`revision_of`), or if later revisions in the project have replaced the sheets on all of ' +
      'its pages (`superseded_sheets`); true again once neither is the case',
  }),
  is_deleted: z.boolean().meta({ description: 'Deleted documents can be restored' }),
  drawing_comparison_id: about('The most recent comparison of this document'),
  revision_of: about('Document ID of the parent that it revises'),
  uploaded_by: User,
  uploaded_at: time.nullable().meta({ description: 'When the file arrived' }),
  created_at: time,
  updated_at: time,
  updated_by: updatedBy,
  deleted_at: time.nullable().meta({ description: 'Null unless it is deleted' }),
  deleted_by: shownActor('Who deleted it; null unless it is deleted'),
  content: text.optional(),
  version_history: z.array(VersionEntry).optional(),
  /** Presigned URL with the requested lifetime. */
  full_image_url: z.string().optional(),
  thumbnail_url: z.string().optional(),
};

/** A document in lists and search results. `content` contains at most `EXCERPT_CHARACTERS` characters. */
export const ListItem = z
  .object({
    ...shared,
    id: z.string(),
    metadata: Metadata,
    /** True if the content is longer than a list returns; the full record contains all of it. */
    content_truncated: z.boolean().optional(),
  })
  .meta({ id: 'DocumentListItem' });
export type ListItem = z.infer<typeof ListItem>;

/** A document with all of its fields. */
export const FullRecord = z
  .object({
    ...shared,
    document_id: z.string(),
    file_extension: text,
    file_handling_tier: FileHandlingTier.nullable(),
    sheets: z.array(Sheet),
    superseded_sheets: z
      .array(z.object({ page: z.int(), sheet_number: z.string(), by: SupersededBy }))
      .optional()
      .meta({
        description:
          'Its sheets that later revisions in the project have replaced; only where one document is read in full',
      }),
    page_count: z.int().nullable(),
    last_modified: time.nullable().meta({ description: 'Last change of the file or its content' }),
    /** True if the text is longer than this response can carry. */
    content_truncated: z.boolean().optional(),
    task_ids: z.array(z.string()).meta({ description: 'Tasks whose `document_ids` name the document' }),
    related_queries: z.array(z.string()),
    virtual_document_id: text,
    virtual_document_version: z.int().nullable(),
    auto_generated: z.boolean(),
  })
  .meta({ id: 'Document' });
export type FullRecord = z.infer<typeof FullRecord>;

const describing = (record: DocumentRecord) => ({
  project_id: record.project_id,
  organization_id: record.organization_id,
  title: record.title,
  document_reference: record.document_reference,
  description: record.description,
  status: record.status,
  revision: record.revision,
  category: record.category,
  document_type: record.document_type,
  summary: record.summary,
  purpose: record.purpose,
  keywords: record.keywords,
});

const common = (record: DocumentRecord) => ({
  _id: record.document_id,
  ...describing(record),
  filename: record.filename,
  store_path: record.store_path,
  file_path: record.file_path,
  file_size: record.file_size,
  mime_type: record.mime_type,
  processing_status: record.processing_status,
  text_status: record.text_status,
  error: record.error,
  ...notesOf(record),
  chunks_count: record.chunks_count,
  full_image_path: record.full_image_path,
  thumbnail_image_path: record.thumbnail_image_path,
  latest_version: record.latest_version,
  is_latest: record.is_latest,
  is_deleted: record.is_deleted,
  drawing_comparison_id: record.drawing_comparison_id,
  revision_of: record.revision_of,
  uploaded_by: record.uploaded_by,
  uploaded_at: record.uploaded_at,
  created_at: record.created_at,
  updated_at: record.updated_at,
  updated_by: record.updated_by ?? null,
  deleted_at: record.deleted_at,
  deleted_by: record.deleted_by ?? null,
});

/** Returns the public fields of a stored version, without its text. */
export const versionEntry = ({ content_path, content_length, ...entry }: ContentVersion): VersionEntry => entry;

/**
 * Returns a record as a list item.
 * @param options `content: false` omits content and version history (compact lists, searches)
 */
export const toDocumentListItem = (record: DocumentRecord, options: { content: boolean }): ListItem => {
  const content = record.content_excerpt;
  return {
    ...common(record),
    id: record.document_id,
    metadata: {
      document_id: record.document_id,
      ...describing(record),
      ...(options.content && { content }),
    },
    ...(options.content && {
      content,
      version_history: record.versions.map(versionEntry),
      ...(record.content_length > EXCERPT_CHARACTERS && { content_truncated: true }),
    }),
  };
};

/**
 * Returns a record with all of its fields.
 * @param content the full text, from the record or the object store
 */
export const toFullRecord = (
  record: DocumentRecord,
  content: string | null,
  versionHistory: VersionEntry[] = record.versions.map(versionEntry),
): FullRecord => ({
  ...common(record),
  document_id: record.document_id,
  file_extension: record.file_extension,
  file_handling_tier: record.file_handling_tier,
  sheets: record.sheets,
  page_count: record.page_count,
  last_modified: record.last_modified,
  task_ids: [...(record.linked_tasks ?? [])].sort(),
  related_queries: record.related_queries,
  virtual_document_id: record.virtual_document_id,
  virtual_document_version: record.virtual_document_version,
  auto_generated: record.auto_generated,
  content,
  version_history: versionHistory,
});
