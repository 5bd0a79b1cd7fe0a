import { setTimeout as delay } from 'node:timers/promises';
import { RateLimited } from '../../../shared/domain/errors.ts';
import { authorizationHeaders, type Credentials } from '../../../shared/domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import { OutboundError } from '../../../shared/domain/outbound-error.ts';
import type { OutboundAnswer, Ports } from '../../../shared/ports.ts';
import { forgetToken, oauthToken } from './oauth-token.ts';
import { retryDelay } from './retry-delay.ts';

/** The outcome of a call, and the duration of its last attempt. */
export type Outcome = { milliseconds: number } & (
  | { answer: OutboundAnswer; failure?: undefined }
  | { answer?: undefined; failure: OutboundError }
);

interface SystemCall {
  system: SystemRecord;
  url: URL;
  /** Undefined if the call authenticates in another way, or not at all. */
  credentials: Credentials | undefined;
}

type CallPorts = Pick<Ports, 'calls.write' | 'outbound'>;
interface Run {
  remainingMilliseconds(): number;
  newId(): string;
}

/** Milliseconds of the function's time reserved for recording the outcome and responding. */
const RESERVE_MS = 2_000;

/** Returns the headers that authenticate a call; `kept` is the token in them if another call requested it. */
const proof = async (
  { system, credentials }: SystemCall,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<{ headers: Record<string, string>; kept?: string }> => {
  const { authentication_type: type } = system;
  if (type === 'none' || !credentials) return { headers: {} };
  if (type !== 'oauth2') return { headers: authorizationHeaders(type, credentials) };
  const { token, isKept } = await oauthToken(system, credentials, ports.outbound, signal);
  return { headers: { Authorization: `Bearer ${token}` }, ...(isKept && { kept: token }) };
};

/** Makes one attempt. `isStale` is true if a cached token was rejected, in which case a new one may be accepted. */
const attempt = async (
  call: SystemCall,
  ports: CallPorts,
  milliseconds: number,
): Promise<Outcome & { isStale?: boolean }> => {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds)));
  try {
    const { headers, kept } = await proof(call, ports, signal);
    const request = {
      method: 'GET' as const,
      url: call.url.href,
      headers: { Accept: 'application/json, */*;q=0.5', ...call.system.custom_headers, ...headers },
    };
    const answer = await ports.outbound.send(request, { signal });
    if (answer.status !== 401 || kept === undefined) return { answer, milliseconds: took() };
    forgetToken(call.system, kept);
    return { answer, milliseconds: took(), isStale: true };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { failure: error, milliseconds: took() };
  }
};

/**
 * Counts the attempt against the rate limit shared by all functions.
 * @returns seconds to wait if the limit of this minute is reached, otherwise undefined
 */
const admit = async ({ system }: SystemCall, ports: CallPorts, id: string): Promise<number | undefined> => {
  const perMinute = system.rate_limit_per_minute;
  if (perMinute === null) return undefined;
  const now = new Date();
  const admitted = await ports['calls.write'].admit(system, { id, perMinute, now });
  return admitted ? undefined : 60 - now.getUTCSeconds();
};

/**
 * Calls the system with GET and retries while another attempt may succeed and the record's limit and the time allow.
 * Every attempt counts against its rate limit.
 *
 * @throws RateLimited if the limit does not even allow the first attempt
 */
export const callSystem = async (call: SystemCall, ports: CallPorts, run: Run): Promise<Outcome> => {
  const { timeout, retry_attempts } = call.system;
  const endsAt = performance.now() + run.remainingMilliseconds() - RESERVE_MS;
  const left = () => endsAt - performance.now();
  let last: Outcome | undefined;
  let retries = 0;
  let hasRefreshed = false;
  for (;;) {
    const wait = await admit(call, ports, run.newId());
    if (wait !== undefined) {
      if (last) return last;
      throw new RateLimited('The rate limit of the external system is reached', wait);
    }
    const { isStale, ...outcome } = await attempt(call, ports, Math.min(timeout * 1000, left()));
    last = outcome;
    if (isStale && !hasRefreshed && left() > 0) {
      hasRefreshed = true;
      continue;
    }
    const pause = retries < retry_attempts ? retryDelay(outcome, retries, Math.random()) : undefined;
    if (pause === undefined || pause >= left()) return outcome;
    retries++;
    await delay(pause);
  }
};
