/**
 * Why a call to another system failed. The messages name what the user can correct and disclose nothing about the
 * network behind the service: a name without an address and one with a private address yield the same message.
 */
export type OutboundFailure =
  | 'url' // the URL cannot be called: its scheme, port, or a user name and password in it
  | 'address' // the name has no public address
  | 'connection' // refused, reset or closed early
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'redirects'
  | 'token' // the token endpoint of the system returned none
  | 'response'; // the response is not valid HTTP

export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly code: OutboundFailure;
  constructor(code: OutboundFailure, message: string) {
    super(message);
    this.code = code;
  }
}
