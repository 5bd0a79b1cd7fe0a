import { JwtVerifier } from 'aws-jwt-verify';
import * as jwtErrors from 'aws-jwt-verify/error';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model';
import { KeySet, type KeySetOptions } from './key-set.ts';

/** Seconds by which the clocks of provider and service may differ. */
const SKEW = 30;
const MAXIMUM_TOKEN = 16 * 1024;
/** OpenID Connect's limit of a subject, 255 ASCII characters, each percent-encoded. */
const MAXIMUM_SUBJECT = 3 * 255;

const EXPIRED = 'Signature has expired';

/** The token does not authenticate the caller; `message` may be shown to the caller. */
export class InvalidToken extends Error {
  override name = 'InvalidToken';
  /** True if a new token would be accepted. */
  get expired(): boolean {
    return this.message === EXPIRED;
  }
}

export interface Provider {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** Maximum seconds from `iat` to `exp`; longer-lived tokens are rejected. */
  maximumLifetime: number;
}

/** The claims of a verified access token. */
export type Claims = JwtPayload & { iss: string; sub: string; exp: number; iat: number };

/** A `scope` of RFC 6749: words of printable ASCII. aws-jwt-verify rejects anything but a string. */
const SCOPE = /^[\x20-\x7e]*$/;

/** Checks what aws-jwt-verify does not. `exp` is checked here without the grace period that applies to `nbf`. */
const checkClaims = (
  { header, payload }: { header: JwtHeader; payload: JwtPayload },
  { maximumLifetime }: Provider,
): void => {
  const now = Date.now() / 1000;
  if (payload.exp === undefined) throw new InvalidToken('Token is missing the "exp" claim');
  if (payload.exp <= now) throw new InvalidToken(EXPIRED);
  if (payload.iat === undefined) throw new InvalidToken('Token is missing the "iat" claim');
  if (payload.iat > now + SKEW) throw new InvalidToken('The token is not yet valid (iat)');
  if (payload.exp - payload.iat > maximumLifetime) {
    throw new InvalidToken(`The token's lifetime exceeds ${maximumLifetime} seconds`);
  }
  if (!payload.sub) throw new InvalidToken('Token is missing the "sub" claim');
  if (payload.sub.trim() === '') throw new InvalidToken('The "sub" claim is blank');
  if (
    payload.sub.length > 255 ||
    !payload.sub.isWellFormed() ||
    encodeURIComponent(payload.sub).length > MAXIMUM_SUBJECT
  ) {
    throw new InvalidToken('The "sub" claim is longer than 255 ASCII characters');
  }
  const { scope = '', scp, scopes } = payload;
  if (!SCOPE.test(scope)) {
    throw new InvalidToken('The "scope" claim must be a string of scopes separated by spaces');
  }
  if (scp !== undefined || scopes !== undefined) {
    throw new InvalidToken('The token must state its scopes in the "scope" claim');
  }
  if (typeof header.typ !== 'string' || !/^(application\/)?at\+jwt$/i.test(header.typ)) {
    throw new InvalidToken('Token is not an access token (typ must be at+jwt)');
  }
  if (header.crit !== undefined) throw new InvalidToken('Token uses extensions that are not supported (crit)');
};

/** Returns a verifier for exactly these keys. Its cache holds them and never fetches. */
const verifierOf = (provider: Provider, keys: Jwks) => {
  const verifier = JwtVerifier.create({
    issuer: provider.issuer,
    audience: provider.audience,
    jwksUri: provider.jwksUrl,
    graceSeconds: SKEW,
    customJwtCheck: (token) => checkClaims(token, provider),
  });
  verifier.cacheJwks(keys);
  return verifier;
};

const REASONS: readonly [new (...args: never[]) => Error, string][] = [
  [jwtErrors.JwtExpiredError, EXPIRED],
  [jwtErrors.JwtNotBeforeError, 'The token is not yet valid (nbf)'],
  [jwtErrors.JwtInvalidIssuerError, 'Invalid issuer'],
  [jwtErrors.JwtInvalidAudienceError, 'Invalid audience'],
  [jwtErrors.JwtInvalidSignatureError, 'Signature verification failed'],
  [jwtErrors.JwtInvalidSignatureAlgorithmError, 'The algorithm is not the one of the key'],
  [jwtErrors.KidNotFoundInJwksError, 'The signing key is not known'],
  [jwtErrors.JwtWithoutValidKidError, 'Token does not name its signing key (kid)'],
  [jwtErrors.JwtParseError, 'Token cannot be read'],
];

const explain = (error: unknown): unknown => {
  if (error instanceof InvalidToken || !(error instanceof Error)) return error;
  const reason = REASONS.find(([type]) => error instanceof type)?.[1];
  if (reason) return new InvalidToken(reason);
  return error instanceof jwtErrors.JwtBaseError ? new InvalidToken('Invalid token') : error;
};

/**
 * Returns a function that verifies access tokens of one provider (RFC 9068). It throws InvalidToken, or Unavailable if
 * the provider's keys cannot be fetched.
 */
export const tokenVerifier = (provider: Provider, options: Partial<KeySetOptions> = {}) => {
  const keySet = new KeySet(provider.jwksUrl, (keys) => verifierOf(provider, keys), options);
  return async (token: string): Promise<Claims> => {
    if (token.length > MAXIMUM_TOKEN) throw new InvalidToken('Token is too long');
    try {
      const { kid } = decomposeUnverifiedJwt(token).header;
      if (!kid) throw new jwtErrors.JwtWithoutValidKidError();
      const verifier = await keySet.forKey(kid);
      return verifier.verifySync(token) as Claims;
    } catch (error) {
      throw explain(error);
    }
  };
};
