/**
 * What can be wrong with a file:
 * `empty` no bytes or no pages; `encrypted` a password is needed; `damaged` not readable as what it says it is;
 * `mismatch` its bytes are not what its name or type says; `unsupported` there is no reader for it; `checksum` it is not the file that was announced;
 * `too_large`, `timeout`, `memory` it asks for more than one file is given; `crashed` it broke its reader.
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
 * The file itself stands in the way, and trying again would not change that. The one error that readers throw for a
 * bad file; `message` is fit for the user.
 */
export class FileError extends Error {
  override name = 'FileError';
  readonly code: FileErrorCode;

  constructor(code: FileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
