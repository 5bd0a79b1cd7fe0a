/** HTTP status of the error codes used here. https://docs.aws.amazon.com/ses/latest/APIReference/CommonErrors.html */
const statusOf = {
  ConfigurationSetDoesNotExist: 400,
  IncompleteSignature: 400,
  InternalFailure: 500,
  InvalidAction: 400,
  InvalidClientTokenId: 403,
  InvalidParameterValue: 400,
  MessageRejected: 400,
  MissingAuthenticationToken: 403,
  SignatureDoesNotMatch: 403,
  ValidationError: 400,
} as const;

/** An SES error response. */
export class SesError extends Error {
  readonly code: keyof typeof statusOf;

  constructor(code: keyof typeof statusOf, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return statusOf[this.code];
  }
}
