import { ERROR_CODES, type ErrorCode, locOf } from './error-codes.ts';

/** An error that only the HTTP layer can raise; all other code throws domain errors. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly loc: readonly string[];
  /**
   * @param detail sent to the caller; the status follows from the code
   * @param given.loc the part of the request, if it is not that of every error of the code
   */
  constructor(
    code: ErrorCode,
    detail: string,
    { headers = {}, loc = locOf(code) }: { headers?: Record<string, string>; loc?: readonly string[] } = {},
  ) {
    super(detail);
    this.code = code;
    this.status = ERROR_CODES[code].status;
    this.headers = headers;
    this.loc = loc;
  }
}
