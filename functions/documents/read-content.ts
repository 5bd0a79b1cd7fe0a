import { holdsAllContent } from '../../shared/domain/documents/content.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { MAXIMUM_ANSWER_BYTES } from '../../shared/domain/documents/values.ts';
import type { VersionEntry } from '../../shared/domain/documents/views.ts';
import { versionEntry } from '../../shared/domain/documents/views.ts';
import type { FilesRead } from '../../shared/ports.ts';

const textAt = async (files: FilesRead, path: string): Promise<string> =>
  Buffer.from(await files.bytes(path)).toString('utf8');

/** The whole content of a record, from the object store where the record holds only its beginning. */
export const readContent = async (record: DocumentRecord, files: FilesRead): Promise<string | null> =>
  holdsAllContent(record) || record.content_path === null ? record.content_excerpt : textAt(files, record.content_path);

/**
 * The versions of a record, newest first, each with its text while all of them together fit into one answer;
 * older ones beyond that come without `content`.
 */
export const readVersions = (
  record: DocumentRecord,
  files: FilesRead,
  budget = MAXIMUM_ANSWER_BYTES,
): Promise<VersionEntry[]> => {
  let left = budget;
  return Promise.all(
    record.versions.map(async (version) => {
      left -= version.content_length;
      if (left < 0) return versionEntry(version);
      const current = version.version_id === record.latest_version && holdsAllContent(record);
      const content = current ? (record.content_excerpt ?? '') : await textAt(files, version.content_path);
      return { ...versionEntry(version), content };
    }),
  );
};
