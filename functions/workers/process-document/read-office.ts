import { readFile } from 'node:fs/promises';
import { cutText } from '../../../shared/domain/cut-text.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { FileKind } from '../../../shared/domain/files/kinds.ts';
import { extractTextSafely } from '../../../shared/extract/extract-safely.ts';
import type { PdfAttachment } from '../../../shared/extract/extracted-text.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { FileDigest } from './file-digest.ts';
import { digestText } from './text-digest.ts';

/** Maximum pages that are read of a PDF attached to a message. */
const MOST_PAGES = 500;
/** Milliseconds for each of its calls. */
const PDF_MILLISECONDS = 20_000;

/** Warnings of one file that are stored, and characters of each: a message may have thousands of attachments. */
const MOST_WARNINGS = 50;
const LONGEST_WARNING = 512;

/** Returns the first warnings, shortened, and the number of the others. */
const storedWarnings = (warnings: readonly string[]): string[] => {
  const others = warnings.length - MOST_WARNINGS;
  const first = warnings.slice(0, MOST_WARNINGS).map((warning) => cutText(warning, LONGEST_WARNING));
  if (others <= 0) return first;
  return [
    ...first,
    others === 1 ? 'There is 1 more warning.' : `There are ${others.toLocaleString('en')} more warnings.`,
  ];
};

/** Returns the texts of the pages of a PDF attached to a message; undefined if it cannot be read. */
const textsOf = async ({ filename, bytes }: PdfAttachment): Promise<string[] | undefined> => {
  try {
    const pdf = await openPdf(bytes, { timeoutMs: PDF_MILLISECONDS });
    try {
      const pages = await pdf.pageTexts(1, Math.min(pdf.pageCount, MOST_PAGES));
      return pages.map(({ text }, i) => (i === 0 ? `${filename}\n\n${text}` : text));
    } finally {
      await pdf.close();
    }
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
};

/**
 * Extracts the text of an Office file, a table, a web page or an e-mail with its attachments, page by page.
 * @throws FileError if the file is encrypted, damaged or too large
 */
export const readOffice = async (path: string, kind: FileKind): Promise<FileDigest> => {
  const { pages: own, title, warnings, pdfs = [] } = await extractTextSafely(kind, await readFile(path));
  const pages = [...own];
  for (const attachment of pdfs) {
    const texts = await textsOf(attachment);
    if (!texts) warnings.push(`The attachment ${attachment.filename} could not be read.`);
    for (const text of texts ?? []) pages.push({ page: pages.length + 1, text });
  }
  return {
    ...digestText(pages, []),
    title: title ?? null,
    sheets: [],
    page_count: pages.length,
    full_image_path: null,
    thumbnail_image_path: null,
    needs_ocr: false,
    detail: warnings.length > 0 ? { warnings: storedWarnings(warnings) } : null,
  };
};
