import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** An error that only the HTTP layer can raise; all other code throws domain errors. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** @param detail sent to the caller; the status follows from the code */
  constructor(code: ErrorCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.headers = headers;
  }
}
