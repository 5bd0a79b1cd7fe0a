/**
 * What can be wrong with a PDF:
 * `empty` no bytes or no pages; `encrypted` a password is needed; `damaged` not a readable PDF;
 * `timeout`, `memory` it asked for more time or memory than allowed; `crashed` it broke its reader.
 */
export type PdfErrorCode = 'encrypted' | 'damaged' | 'empty' | 'timeout' | 'memory' | 'crashed';

const messages: Record<PdfErrorCode, string> = {
  encrypted: 'The PDF is protected by a password.',
  damaged: 'The file is damaged or is not a PDF.',
  empty: 'The PDF is empty.',
  timeout: 'The PDF took too long to read.',
  memory: 'The PDF needs more memory than is allowed to read it.',
  crashed: 'The PDF could not be read: its content breaks the reader.',
};

/** The only error that this folder throws for a bad file; `message` is fit for the user. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string = messages[code]) {
    super(message);
    this.name = 'PdfError';
    this.code = code;
  }
}
