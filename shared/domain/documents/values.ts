import * as z from 'zod';
import { line, prose } from '../fields.ts';

/** Processing statuses; `transitions.ts` defines the transitions between them. */
const PROCESSING_STATUSES = [
  'PENDING',
  'QUEUED',
  'PROCESSING',
  'PROCESSED',
  'FAILED',
  'DUPLICATE',
  'PENDING_PROCESSING',
  'UPLOADED',
  'ACCEPTED',
] as const;
export const ProcessingStatus = z.enum(PROCESSING_STATUSES);
export type ProcessingStatus = z.infer<typeof ProcessingStatus>;

/** Document status values that a create accepts; an update also accepts any other text. */
const DOCUMENT_STATUSES = [
  'draft',
  'in_review',
  'approved',
  'rejected',
  'issued_for_construction',
  'as_built',
  'superseded',
  'archived',
] as const;
export const DocumentStatus = z.enum(DOCUMENT_STATUSES);

const DOCUMENT_TYPES = [
  'DRAWING',
  'SPECIFICATION',
  'CONTRACT',
  'SCHEDULE',
  'REPORT',
  'IMAGE',
  'brochure',
  'OTHER',
] as const;
const SPELLING = new Map<string, string>(DOCUMENT_TYPES.map((type) => [type.toLowerCase(), type]));

/** Parsed case-insensitively, returned in the interface's spelling. */
export const DocumentType = z.preprocess(
  (value) => (typeof value === 'string' ? (SPELLING.get(value.toLowerCase()) ?? value) : value),
  z.enum(DOCUMENT_TYPES),
);
export type DocumentType = z.infer<typeof DocumentType>;

const FILE_HANDLING_TIERS = ['FULL', 'TEXT_ONLY', 'PREVIEW_ONLY', 'RECORD_ONLY'] as const;
export const FileHandlingTier = z.enum(FILE_HANDLING_TIERS);
export type FileHandlingTier = z.infer<typeof FileHandlingTier>;

/** A document identifier, which the caller may choose. */
export const DocumentId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 letters, digits, ".", "_" or "-"');

/** Names that no URL path can end in, and last path components of other operations. */
const RESERVED_IDS = new Set(['.', '..', 'by-ids', 'search']);
/** The identifier of a new document, excluding names that could not be requested. */
export const NewDocumentId = DocumentId.refine((id) => !RESERVED_IDS.has(id), 'is reserved, choose another one');

/** A file name without path separators or control characters; `.` and `..` are names of folders. */
export const Filename = line(255)
  .min(1)
  .regex(/^(?!\.{1,2}$)[^/\\]+$/, 'must not contain path separators');

/** The fields of a document that its sheets propose. */
export const ProposedField = z.enum(['title', 'document_reference', 'revision']);
export type ProposedField = z.infer<typeof ProposedField>;

export const MAXIMUM_TITLE = 512;
export const MAXIMUM_REFERENCE = 256;
export const MAXIMUM_REVISION = 64;
export const Title = line(MAXIMUM_TITLE);
export const Reference = line(MAXIMUM_REFERENCE);
export const Revision = line(MAXIMUM_REVISION);
export const Category = line(256);
/** Description, summary and purpose; may contain line breaks. */
export const LongText = prose(8192);
export const Keywords = z.array(line(64).min(1)).max(50);

/** The limit of content set by an update: 5 MB of UTF-8. */
export const MAXIMUM_CONTENT_BYTES = 5_000_000;
/** The limit of files sent through the function itself; larger ones use POST /api/v1/uploads. */
export const MAXIMUM_FORM_FILE_BYTES = 4 * 1024 * 1024;
/** Content up to this number of characters is stored in the record; lists never return more of it. */
export const EXCERPT_CHARACTERS = 16_000;
/** Content versions listed in a record; older ones remain in the object store. */
export const MAXIMUM_VERSIONS = 50;
/** Maximum bytes of text from all versions or documents in one response: the function's payload limit is 6 MB. */
export const MAXIMUM_ANSWER_BYTES = 4_000_000;

/**
 * How much of a file has been read: all of it; scanned pages or title blocks are being recognised, so that content and
 * sheets still grow; some pages could not be recognised; there is nothing to read.
 */
export const TextStatus = z.enum(['complete', 'recognising', 'partial', 'none']);
export type TextStatus = z.infer<typeof TextStatus>;

/** Whether a document is the latest of its revision chain. */
export const RevisionState = z.enum(['current', 'superseded']);
