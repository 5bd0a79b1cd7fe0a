import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { accessTokenClaims, type Person } from './accounts.ts';
import { signingKeys } from './signing-keys.ts';

export const audience = 'construction-api';
export const lifetimeSeconds = 3600;

export interface TokenRequest extends Person {
  issuer: string;
  clientId?: string;
  /** Space-separated; without it the token has no `scope` claim and grants what its roles allow. */
  scope?: string;
  /** 60 minutes by default; zero or less creates an expired token. */
  expiresInSeconds?: number;
}

/** Signs an access token with the key of the data directory, like the identity provider. */
export async function issueToken(dataDirectory: string, request: TokenRequest): Promise<string> {
  const [key] = signingKeys(dataDirectory);
  if (key === undefined) throw new Error('There is no signing key.');
  const { scope, clientId = 'command-line', expiresInSeconds = lifetimeSeconds } = request;
  const expires = Math.floor(Date.now() / 1000) + expiresInSeconds;
  // An expired token must have been issued before it expired.
  const issued = Math.min(Math.floor(Date.now() / 1000), expires);
  return new SignJWT({ client_id: clientId, ...accessTokenClaims(request), ...(scope ? { scope } : {}) })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(request.issuer)
    .setAudience(audience)
    .setSubject(request.user)
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .setJti(randomUUID())
    .sign(await importJWK(key, 'ES256'));
}
