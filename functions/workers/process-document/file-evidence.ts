import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { FileEvidence } from '../../../shared/domain/sheets/index.ts';
import type { PdfDocument } from '../../../shared/pdf/index.ts';

/**
 * What a PDF tells of its pages besides what is printed on them: its own title, outline and page labels. Only its name
 * where they cannot be read, for no document fails for want of them.
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
