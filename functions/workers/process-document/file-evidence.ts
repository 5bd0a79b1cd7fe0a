import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { FileEvidence } from '../../../shared/domain/sheets/index.ts';
import type { PdfDocument } from '../../../shared/pdf/index.ts';

/**
 * Returns a PDF's title, outline and page labels. If they cannot be read, returns only the file name, because no
 * document should fail for lack of them.
 */
export const evidenceIn = async (pdf: PdfDocument, filename: string): Promise<FileEvidence> => {
  try {
    const { title, outline, pageLabels } = await pdf.facts();
    const entries = outline.flatMap(({ page, title: entry }) => (page === null ? [] : [{ page, title: entry }]));
    return { filename, ...(title !== null && { title }), outline: entries, labels: pageLabels };
  } catch (error) {
    if (error instanceof FileError) return { filename };
    throw error;
  }
};
