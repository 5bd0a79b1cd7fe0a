/** A mail that was surely not taken: it can be handed over again without being sent twice. */
export class MailRefusal extends Error {
  override name = 'MailRefusal';
  /** Trying again cannot help. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean, options?: ErrorOptions) {
    super(reason, options);
    this.isFinal = isFinal;
  }
}
