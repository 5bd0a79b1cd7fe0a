import { createHash } from 'node:crypto';
import { contentChange } from '../../../shared/domain/documents/content.ts';
import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { proposeFields } from '../../../shared/domain/sheets/index.ts';
import { derivedPath } from '../../../shared/domain/uploads/store-path.ts';
import type { Digest } from './digest.ts';

/** The version that an extracted text makes: the same text again is the same version. */
export const extractedVersion = (record: DocumentRecord, text: string) => {
  const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { id, path: derivedPath(record.organization_id, record.document_id, `content-${id}.txt`) };
};

/** What processing changes on the record; what a caller gave stays. */
export const finishedChange = (record: DocumentRecord, digest: Digest, now: Date): DocumentChange => {
  const proposed = proposeFields(digest.sheets);
  const version = digest.text === null ? undefined : extractedVersion(record, digest.text);
  const extracts =
    version && record.content_source !== 'caller' && record.latest_version !== version.id && digest.text !== null;
  return {
    title: record.title ?? proposed.title ?? digest.title,
    document_reference: record.document_reference ?? proposed.document_reference,
    revision: record.revision ?? proposed.revision,
    summary: record.summary ?? digest.summary,
    keywords: record.keywords.length > 0 ? record.keywords : digest.keywords,
    related_queries: digest.related_queries,
    sheets: digest.sheets,
    page_count: digest.page_count,
    chunks_count: digest.chunks.length,
    full_image_path: digest.full_image_path,
    thumbnail_image_path: digest.thumbnail_image_path,
    error: null,
    error_detail: digest.detail,
    ...(extracts &&
      contentChange(record, digest.text as string, { ...version, at: now.toISOString(), source: 'extracted' })),
  };
};
