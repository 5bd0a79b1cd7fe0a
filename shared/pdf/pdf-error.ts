import { FileError, type FileErrorCode } from '../domain/files/file-error.ts';

/** What can be wrong with a PDF. */
export type PdfErrorCode = Extract<FileErrorCode, 'encrypted' | 'damaged' | 'empty' | 'timeout' | 'memory' | 'crashed'>;

const messages: Record<PdfErrorCode, string> = {
  encrypted: 'The PDF is protected by a password.',
  damaged: 'The file is damaged or is not a PDF.',
  empty: 'The PDF is empty.',
  timeout: 'The PDF took too long to read.',
  memory: 'The PDF needs more memory than is allowed to read it.',
  crashed: 'The PDF could not be read: its content breaks the reader.',
};

/** A FileError with what it means for a PDF; nobody outside this folder tells it from others. */
export class PdfError extends FileError {
  declare readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string = messages[code]) {
    super(code, message);
  }
}
