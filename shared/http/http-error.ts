/** An answer that only the HTTP layer, or a proxy operation, can decide on; everything else throws domain errors. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly headers: Record<string, string>;
  /** `detail` is sent to the caller. */
  constructor(status: number, detail: string, headers: Record<string, string> = {}, options?: ErrorOptions) {
    super(detail, options);
    this.status = status;
    this.headers = headers;
  }
}
