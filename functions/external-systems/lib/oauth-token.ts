import * as z from 'zod';
import {
  basicAuthorization,
  CREDENTIALS,
  type Credentials,
} from '../../../shared/domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import { OutboundError } from '../../../shared/domain/outbound-error.ts';
import type { Outbound } from '../../../shared/ports.ts';

const Token = z.object({
  access_token: z
    .string()
    .max(16_384)
    .regex(/^[\x21-\x7e]+$/),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  // Some servers state null, 0 or words for a token without a stated lifetime, which is valid nonetheless.
  expires_in: z.preprocess((value) => value ?? undefined, z.coerce.number().optional().catch(undefined)),
});

/**
 * A token is renewed this many milliseconds before it expires; DEFAULT_LIFETIME_SECONDS is assumed if the response has no
 * lifetime.
 */
const MARGIN_MS = 30_000;
const DEFAULT_LIFETIME_SECONDS = 60;
const MAXIMUM_LIFETIME_SECONDS = 3600;
const MAXIMUM_TOKENS = 100;

/**
 * Tokens in this process's memory, keyed by the write that stored their credentials, so that changed credentials never
 * use an older token.
 */
const tokens = new Map<string, { token: string; until: number }>();
/** Requests for tokens under way, which concurrent calls share: some servers revoke a token when they issue the next. */
const requested = new Map<string, Promise<string>>();

type System = Pick<SystemRecord, 'organization_id' | 'system_id' | 'credentials_id'>;
const nameOf = ({ organization_id, system_id, credentials_id }: System): string =>
  JSON.stringify([organization_id, system_id, credentials_id]);

const keep = (name: string, token: string, expiresIn: number): void => {
  const until = Date.now() + Math.min(expiresIn, MAXIMUM_LIFETIME_SECONDS) * 1000 - MARGIN_MS;
  if (until <= Date.now()) return;
  tokens.delete(name);
  tokens.set(name, { token, until });
  const [oldest] = tokens.keys();
  if (tokens.size > MAXIMUM_TOKENS && oldest !== undefined) tokens.delete(oldest);
};

/** Drops a cached token that the system rejected, unless another call has replaced it. */
export const forgetToken = (system: System, token: string): void => {
  const name = nameOf(system);
  if (tokens.get(name)?.token === token) tokens.delete(name);
};

const parse = (body: Uint8Array) => {
  try {
    // The decoder drops a byte order mark, which JSON.parse rejects.
    return Token.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return undefined;
  }
};

/** Encodes client id and secret for HTTP Basic authentication as RFC 6749 (2.3.1) requires. */
const clientAuthorization = (id: string, secret: string): string => {
  const form = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return basicAuthorization(form(id), form(secret));
};

const fetchToken = async (stored: Credentials, outbound: Outbound, signal: AbortSignal) => {
  const { client_id, client_secret, token_url, scope } = CREDENTIALS.oauth2.parse(stored);
  const { status, body } = await outbound.send(
    {
      method: 'POST',
      url: token_url,
      headers: {
        Accept: 'application/json',
        Authorization: clientAuthorization(client_id, client_secret),
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }).toString(),
    },
    // A redirected request has no secret and no body, so what it returned would be no token of this client.
    { signal, redirects: 'return' },
  );
  if (status < 200 || status > 299) {
    const passing = status >= 500 || status === 429;
    throw new OutboundError(passing ? 'connection' : 'token', `The token endpoint answered ${status}`);
  }
  const token = parse(body);
  if (!token) throw new OutboundError('token', 'The token endpoint answered no bearer token');
  return token;
};

/**
 * Returns the token that another call has requested; undefined if the time of that call ends first.
 * @throws OutboundError if the token endpoint fails, or the time of this call ends
 */
const tokenOfOther = async (request: Promise<string>, signal: AbortSignal): Promise<string | undefined> => {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new OutboundError('timeout', 'The token endpoint did not answer in time'));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await Promise.race([request, ended]);
  } catch (error) {
    if (!signal.aborted && error instanceof OutboundError && error.code === 'timeout') return undefined;
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
};

/**
 * Returns a token obtained with OAuth 2 client credentials, cached until shortly before it expires. `isKept` is false if this
 * call requested it.
 * @throws OutboundError if the token endpoint fails
 */
export const oauthToken = async (
  system: System,
  stored: Credentials,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<{ token: string; isKept: boolean }> => {
  const name = nameOf(system);
  const kept = tokens.get(name);
  if (kept && kept.until > Date.now()) return { token: kept.token, isKept: true };
  for (let other = requested.get(name); other; other = requested.get(name)) {
    const token = await tokenOfOther(other, signal);
    if (token !== undefined) return { token, isKept: true };
  }
  const request = fetchToken(stored, outbound, signal).then(({ access_token, expires_in }) => {
    keep(name, access_token, expires_in ?? DEFAULT_LIFETIME_SECONDS);
    return access_token;
  });
  requested.set(name, request);
  try {
    return { token: await request, isKept: false };
  } finally {
    requested.delete(name);
  }
};
