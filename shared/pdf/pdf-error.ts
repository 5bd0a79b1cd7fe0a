import { FileError, type FileErrorCode } from '../domain/files/file-error.ts';

/** The reasons why a PDF cannot be processed. */
export type PdfErrorCode = Extract<FileErrorCode, 'encrypted' | 'damaged' | 'empty' | 'timeout' | 'memory' | 'crashed'>;

const messages: Record<PdfErrorCode, string> = {
  encrypted: 'The PDF is protected by a password.',
  damaged: 'The file is damaged or is not a PDF.',
  empty: 'The PDF is empty.',
  timeout: 'The PDF took too long to read.',
  memory: 'The PDF needs more memory than is allowed to read it.',
  crashed: 'The PDF could not be read: its content breaks the reader.',
};

/** A FileError with the reason specific to PDF, which only this folder uses. */
export class PdfError extends FileError {
  declare readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string = messages[code]) {
    super(code, message);
  }
}
