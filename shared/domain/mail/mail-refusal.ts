/** A mail that was certainly not accepted: it can be sent again without being sent twice. */
export class MailRefusal extends Error {
  override name = 'MailRefusal';
  /** True if a retry cannot succeed. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean, options?: ErrorOptions) {
    super(reason, options);
    this.isFinal = isFinal;
  }
}
