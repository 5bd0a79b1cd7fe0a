/**
 * What is wrong with a file: `empty` it has no bytes or no pages; `encrypted` a password is needed; `damaged` it cannot
 * be read as its format; `mismatch` its bytes differ from the type in its name or declaration; `unsupported` there is
 * no reader for it; `checksum` it is not the announced file; `too_large`, `timeout`, `memory` it exceeds the limits of
 * one file; `crashed` it crashed its reader.
 */
export type FileErrorCode =
  | 'empty'
  | 'encrypted'
  | 'damaged'
  | 'mismatch'
  | 'unsupported'
  | 'checksum'
  | 'too_large'
  | 'timeout'
  | 'memory'
  | 'crashed';

/**
 * The file itself is the cause, and a retry would fail again. Readers throw no other error for a bad file; `message`
 * can be shown to the user.
 */
export class FileError extends Error {
  override name = 'FileError';
  readonly code: FileErrorCode;

  constructor(code: FileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
