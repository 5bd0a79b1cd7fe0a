import { readFile } from 'node:fs/promises';
import type { FileKind } from '../../../shared/domain/files/kinds.ts';
import { extractTextSafely } from '../../../shared/extract/extract-safely.ts';
import type { Digest } from './digest.ts';
import { digestText } from './text-digest.ts';

/**
 * Extracts the text of an Office file, a table, a web page or an e-mail, page by page.
 * @throws FileError if the file is encrypted, damaged or too large
 */
export const readOffice = async (path: string, kind: FileKind): Promise<Digest> => {
  const { pages, title, warnings } = await extractTextSafely(kind, await readFile(path));
  return {
    ...digestText(pages, []),
    title: title ?? null,
    sheets: [],
    page_count: pages.length,
    full_image_path: null,
    thumbnail_image_path: null,
    needs_ocr: false,
    detail: warnings.length > 0 ? { warnings } : null,
  };
};
