import { createHash, timingSafeEqual } from 'node:crypto';
import { callerOfKey, readApiKey } from '../domain/access/api-key.ts';
import type { Caller } from '../domain/access/caller.ts';
import { toCaller } from '../domain/access/claims.ts';
import { NO_ORGANIZATION } from '../domain/access/no-organization.ts';
import { sealedIn } from '../domain/access/viewer-link.ts';
import { Forbidden } from '../domain/errors.ts';
import { type Environment, environment, required } from '../environment.ts';
import type { ErrorCode } from './error-codes.ts';
import type { HttpEvent, Middleware } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { portsFor } from './provide.ts';
import { resourceMetadata } from './resource-metadata.ts';
import { type Claims, InvalidToken, type Provider, tokenVerifier } from './token-verifier.ts';
import { callerByLink } from './viewer-link-access.ts';

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Returns the caller of an API key; undefined if the key is unknown, revoked or expired. The secret is compared by its
 * digest in constant time.
 */
const callerByKey = async (key: string, now: Date): Promise<Caller | undefined> => {
  const named = readApiKey(key);
  if (!named) return undefined;
  const record = await portsFor(['api-keys.read'])['api-keys.read'].get(NO_ORGANIZATION, named.id);
  if (!record || !timingSafeEqual(digestOf(named.secret), Buffer.from(record.secret_sha256, 'hex'))) return undefined;
  if (record.expires_at !== null && record.expires_at <= now.toISOString()) return undefined;
  return callerOfKey(record);
};

const unauthorized = (code: ErrorCode, detail: string, challenge: string): HttpError =>
  new HttpError(code, detail, { headers: { 'WWW-Authenticate': challenge } });

const bearer = (header: string | undefined): string => {
  if (header === undefined || header.trim() === '') throw unauthorized('token_missing', 'Not authenticated', 'Bearer');
  const token = /^bearer +([^\s,]+) *$/i.exec(header.trim())?.[1];
  if (token === undefined) {
    throw unauthorized(
      'token_invalid',
      'The Authorization header must be "Bearer" and one token',
      'Bearer error="invalid_request"',
    );
  }
  return token;
};

const providerOf = (from: Environment): Provider => ({
  issuer: required(from, 'JWT_ISSUER'),
  audience: required(from, 'JWT_AUDIENCE'),
  jwksUrl: required(from, 'JWKS_URL'),
  maximumLifetime: from.MAX_TOKEN_LIFETIME_SECONDS,
});

type Verify = ReturnType<typeof tokenVerifier>;
const verifiers = new WeakMap<Environment, Verify>();

/** Returns the verifier of the environment's provider. Each process has one, and so one set of cached keys. */
const verifierOf = (from: Environment): Verify => {
  const known = verifiers.get(from) ?? tokenVerifier(providerOf(from));
  verifiers.set(from, known);
  return known;
};

const callers = new WeakMap<Claims, Caller | undefined>();

/** Returns the caller that verified claims describe. A token that is sent again has the same claims, and so the same caller. */
const callerOf = (claims: Claims): Caller | undefined => {
  if (callers.has(claims)) return callers.get(claims);
  const caller = toCaller(claims);
  callers.set(claims, caller && Object.freeze(caller));
  return caller;
};

/** Adds to a 401 where clients find the identity provider, for operations that declare it. */
const withResourceMetadata = (error: unknown): unknown => {
  const challenge = error instanceof HttpError ? error.headers['WWW-Authenticate'] : undefined;
  if (!(error instanceof HttpError) || challenge === undefined) return error;
  const separator = challenge === 'Bearer' ? ' ' : ', ';
  return unauthorized(error.code, error.message, `${challenge}${separator}${resourceMetadata()}`);
};

const identify = async (
  { exchange, headers, pathParameters, queryStringParameters }: HttpEvent,
  auth: { apiKey?: true },
): Promise<void> => {
  const key = auth.apiKey ? headers['x-api-key']?.trim() : undefined;
  if (key) {
    exchange.caller = await callerByKey(key, exchange.now);
    if (exchange.caller) return;
    if (headers.authorization === undefined) {
      throw unauthorized('api_key_invalid', 'The X-Api-Key is not valid', 'Bearer');
    }
  }
  const token = bearer(headers.authorization);
  const sealed = sealedIn(token);
  if (sealed !== undefined) {
    exchange.caller = await callerByLink(sealed, exchange, { ...queryStringParameters, ...pathParameters });
    return;
  }
  const claims = await verifierOf(environment())(token).catch((error: unknown) => {
    if (!(error instanceof InvalidToken)) throw error;
    throw unauthorized(
      error.expired ? 'token_expired' : 'token_invalid',
      error.message,
      `Bearer error="invalid_token", error_description="${error.message.replaceAll('"', "'")}"`,
    );
  });
  const caller = callerOf(claims);
  if (!caller) throw new Forbidden('The token names no organization (org_id)', 'no_organization');
  exchange.caller = caller;
  exchange.authorization = headers.authorization;
  exchange.tokenIssuedAt = claims.iat;
};

/**
 * Determines the caller from the bearer token, which may be a viewer link, or from a valid API key if the operation
 * accepts one. A valid token
 * without an organization is rejected with 403: the caller is authenticated, but every record belongs to an
 * organization.
 */
export const authenticate = (): Middleware => ({
  before: async (request) => {
    const { auth } = request.event.exchange.operation;
    if (auth === 'public') return;
    await identify(request.event, auth).catch((error: unknown) => {
      throw auth.resourceMetadata ? withResourceMetadata(error) : error;
    });
  },
});
