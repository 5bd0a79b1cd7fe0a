import * as z from 'zod';
import { holdsAllContent } from '../../../shared/domain/documents/content.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { MAXIMUM_ANSWER_BYTES } from '../../../shared/domain/documents/values.ts';
import { encodingFor } from '../../../shared/http/content-encoding.ts';
import type { FilesRead } from '../../../shared/ports.ts';
import type { VersionEntry } from '../view.ts';
import { versionEntry } from '../view.ts';

/** Reads a stored text as UTF-8. */
export const textAt = async (files: FilesRead, path: string): Promise<string> =>
  Buffer.from(await files.bytes(path)).toString('utf8');

/** Returns the full content of a record, from the object store if the record contains only its beginning. */
export const readContent = async (record: DocumentRecord, files: FilesRead): Promise<string | null> =>
  holdsAllContent(record) || record.content_path === null ? record.content_excerpt : textAt(files, record.content_path);

/** Bytes of content that an uncompressed response of a function can carry, with a reserve for the other fields. */
const MAXIMUM_PLAIN_BYTES = 5_800_000;
/** Whether the caller accepts compressed responses determines how much text fits. */
export const ContentHeaders = z.object({ 'accept-encoding': z.string().optional() });

/**
 * Returns the content as one response can carry it: in full, or its beginning if only a compressed response could carry
 * all of it.
 */
export const answerContent = (
  record: Pick<DocumentRecord, 'content_excerpt'>,
  content: string | null,
  acceptEncoding: string | undefined,
) => {
  const bytes = content === null ? 0 : Buffer.byteLength(JSON.stringify(JSON.stringify(content)));
  if (bytes <= MAXIMUM_PLAIN_BYTES || encodingFor(acceptEncoding) !== 'identity') return { content };
  return { content: record.content_excerpt, content_truncated: true };
};

/**
 * Returns a function that reports for one text after another whether it still fits into one response with those before
 * it.
 */
export const answerBudget = (bytes = MAXIMUM_ANSWER_BYTES) => {
  let left = bytes;
  return (text: string | null): boolean => {
    // The gateway counts JSON within the JSON that a function returns.
    left -= text === null ? 0 : Buffer.byteLength(JSON.stringify(JSON.stringify(text)));
    return left >= 0;
  };
};

/**
 * Returns the versions of a record, newest first, each with its text as long as the texts fit into one response; older
 * ones come without `content`.
 *
 * @param content the record's own content, which is the text of its latest version and is not read again
 */
export const readVersions = async (
  record: DocumentRecord,
  files: FilesRead,
  content: string | null | Promise<string | null>,
  fits = answerBudget(),
): Promise<VersionEntry[]> => {
  // A character takes at least one byte, so texts beyond the budget need not be read.
  let characters = MAXIMUM_ANSWER_BYTES;
  const texts = await Promise.all(
    record.versions.map(async ({ version_id, content_path, content_length }) => {
      characters -= content_length;
      if (characters < 0) return undefined;
      return version_id === record.latest_version ? ((await content) ?? '') : textAt(files, content_path);
    }),
  );
  return record.versions.map((version, i) => {
    const text = texts[i];
    return text !== undefined && fits(text) ? { ...versionEntry(version), content: text } : versionEntry(version);
  });
};
