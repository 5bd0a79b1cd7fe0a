import * as z from 'zod';
import { line, prose } from '../fields.ts';

/** States of processing; `transitions.ts` says which follows which. */
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

/** Document status values that a create accepts; an update takes any other text as well. */
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

/** Read case-insensitively, answered in the interface's spelling. */
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

/** Names that no address can end in, and last components of addresses that other operations have. */
const RESERVED_IDS = new Set(['.', '..', 'by-ids', 'search']);
/** An identifier for a new document: one by which it can be asked for. */
export const NewDocumentId = DocumentId.refine((id) => !RESERVED_IDS.has(id), 'is reserved, choose another one');

/** A file name without path separators or control characters; `.` and `..` name folders. */
export const Filename = line(255)
  .min(1)
  .regex(/^(?!\.{1,2}$)[^/\\]+$/, 'must not hold path separators');

export const MAXIMUM_TITLE = 512;
export const MAXIMUM_REFERENCE = 256;
export const MAXIMUM_REVISION = 64;
export const Title = line(MAXIMUM_TITLE);
export const Reference = line(MAXIMUM_REFERENCE);
export const Revision = line(MAXIMUM_REVISION);
export const Category = line(256);
/** Description, summary and purpose: line breaks are welcome. */
export const LongText = prose(8192);
export const Keywords = z.array(line(64).min(1)).max(50);

/** Content by update: at most 5 MB of UTF-8. */
export const MAXIMUM_CONTENT_BYTES = 5_000_000;
/** Files sent through the function itself; larger ones go through POST /api/v1/uploads. */
export const MAXIMUM_FORM_FILE_BYTES = 4 * 1024 * 1024;
/** Content up to this many characters stays in the record; lists never answer more than this of it. */
export const EXCERPT_CHARACTERS = 16_000;
/** Content versions that a record names; older ones stay in the object store. */
export const MAXIMUM_VERSIONS = 50;
/** Text of all versions or documents together in one answer: the function's payload limit is 6 MB. */
export const MAXIMUM_ANSWER_BYTES = 4_000_000;

/**
 * How far a file has been read: all of it; its scanned pages or title blocks are being read, so that content and sheets
 * grow; some pages could not be read; there is nothing to read.
 */
export const TextStatus = z.enum(['complete', 'recognising', 'partial', 'none']);
export type TextStatus = z.infer<typeof TextStatus>;

/** Whether a document is the latest of its chain of revisions. */
export const RevisionState = z.enum(['current', 'superseded']);
