import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** An answer that only the HTTP layer can decide on; everything else throws domain errors. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** `detail` is sent to the caller; the status is the code's. */
  constructor(code: ErrorCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.headers = headers;
  }
}
