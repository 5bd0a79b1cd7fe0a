import { cutText } from '../cut-text.ts';
import type { ContentVersion, DocumentChange, DocumentRecord } from './document.ts';
import { EXCERPT_CHARACTERS, MAXIMUM_VERSIONS } from './values.ts';

/** Returns the change that makes `text`, stored at `path`, the record's content and its newest version. */
export const contentChange = (
  record: Pick<DocumentRecord, 'version_number' | 'versions'>,
  text: string,
  version: { id: string; path: string; at: string; source: 'extracted' | 'caller' },
): DocumentChange => {
  const entry: ContentVersion = {
    version_id: version.id,
    version_number: record.version_number + 1,
    created_at: version.at,
    updated_at: version.at,
    content_path: version.path,
    content_length: text.length,
  };
  return {
    content_excerpt: cutText(text, EXCERPT_CHARACTERS),
    content_length: text.length,
    content_path: version.path,
    content_source: version.source,
    version_number: entry.version_number,
    latest_version: version.id,
    versions: [entry, ...record.versions].slice(0, MAXIMUM_VERSIONS),
  };
};

/** Returns true if the record itself contains the whole content. */
export const holdsAllContent = (record: Pick<DocumentRecord, 'content_length'>): boolean =>
  record.content_length <= EXCERPT_CHARACTERS;
