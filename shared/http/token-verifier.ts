import { hash } from 'node:crypto';
import { JwtVerifier } from 'aws-jwt-verify';
import * as jwtErrors from 'aws-jwt-verify/error';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt';
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model';
import { KeySet, type KeySetOptions } from './key-set.ts';

/** Seconds by which the clocks of provider and service may differ. */
const SKEW = 30;
const MAXIMUM_TOKEN = 16 * 1024;
/** Longer tokens are verified each time, so that remembered claims stay within a few megabytes. */
const MAXIMUM_REMEMBERED = 4 * 1024;
const MOST_REMEMBERED = 1_000;
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

/** Checks the claims that depend on the time, as `exp` without the grace period that applies to the others. */
const checkTimes = ({ exp, iat, nbf }: Pick<Claims, 'exp' | 'iat'> & { nbf?: number }): void => {
  const now = Date.now() / 1000;
  if (exp <= now) throw new InvalidToken(EXPIRED);
  if (iat > now + SKEW) throw new InvalidToken('The token is not yet valid (iat)');
  if (nbf !== undefined && nbf > now + SKEW) throw new InvalidToken('The token is not yet valid (nbf)');
};

/** Checks what aws-jwt-verify does not. */
const checkClaims = (
  { header, payload }: { header: JwtHeader; payload: JwtPayload },
  { maximumLifetime }: Provider,
): void => {
  if (payload.exp === undefined) throw new InvalidToken('Token is missing the "exp" claim');
  if (payload.iat === undefined) throw new InvalidToken('Token is missing the "iat" claim');
  checkTimes(payload as Claims);
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
  // Node throws for an ECDSA signature of the wrong length instead of finding it wrong.
  if ('code' in error && error.code === 'ERR_CRYPTO_OPERATION_FAILED') {
    return new InvalidToken('Signature verification failed');
  }
  const reason = REASONS.find(([type]) => error instanceof type)?.[1];
  if (reason) return new InvalidToken(reason);
  return error instanceof jwtErrors.JwtBaseError ? new InvalidToken('Invalid token') : error;
};

/** A token that has been verified. */
interface Remembered {
  keyId: string;
  claims: Claims;
  /** The verifier of the keys with which it was verified. */
  by: ReturnType<typeof verifierOf>;
}

/** The claims of the tokens verified last, by the token's digest: tokens themselves are secrets and are not kept. */
class VerifiedTokens {
  readonly #known = new Map<string, Remembered>();

  get(digest: string): Remembered | undefined {
    return this.#known.get(digest);
  }

  add(digest: string, remembered: Remembered): void {
    this.#known.delete(digest);
    this.#known.set(digest, remembered);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}

/**
 * Returns a function that verifies access tokens of one provider (RFC 9068). It throws InvalidToken, or Unavailable if
 * the provider's keys cannot be fetched. The signature of a token is verified once for each set of keys: with the next
 * set, which may lack its key, it is verified again. Claims that depend on the time are checked each time.
 */
export const tokenVerifier = (provider: Provider, options: Partial<KeySetOptions> = {}) => {
  const keySet = new KeySet(provider.jwksUrl, (keys) => verifierOf(provider, keys), options);
  const verified = new VerifiedTokens();
  // All tokens of a key have the same header.
  let last = { header: '', keyId: '' };

  const verify = async (token: string, digest: string): Promise<Claims> => {
    const header = token.slice(0, token.indexOf('.') + 1);
    const kid = header === last.header ? last.keyId : decomposeUnverifiedJwt(token).header.kid;
    if (!kid) throw new jwtErrors.JwtWithoutValidKidError();
    const by = await keySet.forKey(kid);
    const claims = by.verifySync(token) as Claims;
    last = { header, keyId: kid };
    if (token.length <= MAXIMUM_REMEMBERED) verified.add(digest, { keyId: kid, claims, by });
    return claims;
  };

  return async (token: string): Promise<Claims> => {
    if (token.length > MAXIMUM_TOKEN) throw new InvalidToken('Token is too long');
    const digest = hash('sha256', token, 'base64');
    const known = verified.get(digest);
    if (known && (await keySet.forKey(known.keyId)) === known.by) {
      checkTimes(known.claims);
      return known.claims;
    }
    try {
      return await verify(token, digest);
    } catch (error) {
      throw explain(error);
    }
  };
};
