import { createHash } from 'node:crypto';
import { cutText } from '../../../shared/domain/cut-text.ts';
import { contentChange } from '../../../shared/domain/documents/content.ts';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { ownFieldsOf, proposedBy } from '../../../shared/domain/documents/own-fields.ts';
import { proposeType } from '../../../shared/domain/documents/propose-type.ts';
import { MAXIMUM_TITLE, type ProposedField, type TextStatus } from '../../../shared/domain/documents/values.ts';
import { withCorrections } from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import { withSheetsAsRead } from '../../../shared/domain/text/index.ts';
import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { FileDigest } from './file-digest.ts';

/** Maximum characters of all sheets together, as JSON: an item of the table holds at most 400 KB. */
const MAXIMUM_SHEETS = 150_000;

const lengthOf = (sheet: Sheet): number => JSON.stringify(sheet).length;

/** Fits the sheets into a record: in a large set, references to other sheets are dropped before title blocks. */
const fittingSheets = (sheets: readonly Sheet[]): Sheet[] => {
  let left = MAXIMUM_SHEETS;
  const fits = sheets.reduce((sum, sheet) => sum + lengthOf(sheet), 0) <= left;
  const kept = fits ? sheets : sheets.map(({ sheet_references, ...sheet }) => sheet);
  return kept.filter((sheet) => {
    left -= lengthOf(sheet);
    return left >= 0;
  });
};

/** Returns the version for an extracted text; equal texts have equal versions. */
export const extractedVersion = (record: DocumentRecord, text: string) => {
  const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { id, path: derivedPath(record.organization_id, record.document_id, `content-${id}.txt`) };
};

/** Adds the digests of the pages' images, which text recognition leaves as they are. */
const withImageDigests = (sheets: readonly Sheet[], { image_digests }: FileDigest, record: DocumentRecord): Sheet[] => {
  const digests = image_digests ?? new Map(record.sheets.map(({ page, image_digest }) => [page, image_digest]));
  return sheets.map(({ image_digest: _, ...sheet }) => {
    const image_digest = digests.get(sheet.page);
    return { ...sheet, ...(image_digest && { image_digest }) };
  });
};

const textStatusOf = ({ text, needs_ocr, unread }: FileDigest): TextStatus => {
  if (needs_ocr) return 'recognising';
  if (unread) return 'partial';
  return text === null ? 'none' : 'complete';
};

/**
 * Returns the change that processing makes to the record; values given or corrected by a caller are kept.
 * `error_detail` states up to which page sheets were stored if not all fitted.
 */
export const finishedChange = (record: DocumentRecord, digest: FileDigest, now: Date): DocumentChange => {
  const read = withImageDigests(withCorrections(digest.sheets, record.sheets), digest, record);
  const proposed = proposedBy(read);
  const own_fields = ownFieldsOf(record);
  // What the sheets proposed before follows what they propose now.
  const followed = (field: ProposedField, proposal: string | null) =>
    own_fields.includes(field) ? record[field] : (proposal ?? record[field]);
  const sheets = fittingSheets(read);
  const full = sheets.length < read.length ? { sheets_up_to_page: sheets.at(-1)?.page ?? 0 } : undefined;
  const version = digest.text === null ? undefined : extractedVersion(record, digest.text);
  const extracts = version && record.content_source !== 'caller' && record.latest_version !== version.id;
  return {
    title: followed('title', proposed.title ?? (digest.title && cutText(digest.title, MAXIMUM_TITLE))),
    document_reference: followed('document_reference', proposed.document_reference),
    revision: followed('revision', proposed.revision),
    own_fields,
    document_type: record.document_type ?? proposeType(record, digest),
    summary:
      record.summary === null
        ? withSheetsAsRead(digest.summary, digest.sheets, read)
        : withSheetsAsRead(record.summary, record.sheets, read),
    keywords: record.keywords.length > 0 ? record.keywords : digest.keywords,
    related_queries: digest.related_queries,
    sheets,
    page_count: digest.page_count,
    chunks_count: digest.chunks.length,
    full_image_path: digest.full_image_path,
    thumbnail_image_path: digest.thumbnail_image_path,
    text_status: textStatusOf(digest),
    error: null,
    error_detail: full || digest.detail ? { ...digest.detail, ...full } : null,
    ...(extracts &&
      contentChange(record, digest.text as string, { ...version, at: now.toISOString(), source: 'extracted' })),
  };
};
