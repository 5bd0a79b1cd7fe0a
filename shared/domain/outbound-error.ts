/**
 * Why a call to another system did not succeed. The messages name what the user can put right and nothing about the
 * network behind the service: a name without an address and one with a private address read the same.
 */
export type OutboundFailure =
  | 'url' // the address cannot be called: scheme, port, user and password in it
  | 'address' // no public address stands behind the name
  | 'connection' // refused, reset or ended early
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'redirects'
  | 'token' // the token endpoint of the system gave none
  | 'response'; // what came back is no HTTP

export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly code: OutboundFailure;
  constructor(code: OutboundFailure, message: string) {
    super(message);
    this.code = code;
  }
}
