import { setTimeout as delay } from 'node:timers/promises';
import { RateLimited } from '../../../shared/domain/errors.ts';
import { authorizationHeaders, type Credentials } from '../../../shared/domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import { OutboundError } from '../../../shared/domain/outbound-error.ts';
import type { OutboundAnswer, Ports } from '../../../shared/ports.ts';
import { forgetToken, oauthToken } from './oauth-token.ts';
import { retryDelay } from './retry-delay.ts';

/** What a call came to, and how long its last attempt took. */
export type Outcome = { milliseconds: number } & (
  | { answer: OutboundAnswer; failure?: undefined }
  | { answer?: undefined; failure: OutboundError }
);

interface SystemCall {
  system: SystemRecord;
  url: URL;
  /** Undefined where the call proves itself in another way, or in none. */
  credentials: Credentials | undefined;
}

type CallPorts = Pick<Ports, 'calls.write' | 'outbound'>;
interface Run {
  remainingMilliseconds(): number;
  newId(): string;
}

/** Kept back of the function's time to write down what came of the call and to answer. */
const RESERVE_MS = 2_000;

const proof = async ({ system, credentials }: SystemCall, ports: CallPorts, signal: AbortSignal) => {
  const { authentication_type: type } = system;
  if (type === 'none' || !credentials) return { headers: {}, isKept: false };
  if (type !== 'oauth2') return { headers: authorizationHeaders(type, credentials), isKept: false };
  const { token, isKept } = await oauthToken(system, credentials, ports.outbound, signal);
  return { headers: { Authorization: `Bearer ${token}` }, isKept };
};

/** One attempt. `isStale` where a kept token was refused, which a fresh one may not be. */
const attempt = async (
  call: SystemCall,
  ports: CallPorts,
  milliseconds: number,
): Promise<Outcome & { isStale?: boolean }> => {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds)));
  try {
    const { headers, isKept } = await proof(call, ports, signal);
    const request = {
      method: 'GET' as const,
      url: call.url.href,
      headers: { Accept: 'application/json, */*;q=0.5', ...call.system.custom_headers, ...headers },
    };
    const answer = await ports.outbound.send(request, { signal });
    if (answer.status !== 401 || !isKept) return { answer, milliseconds: took() };
    forgetToken(call.system);
    return { answer, milliseconds: took(), isStale: true };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { failure: error, milliseconds: took() };
  }
};

/** Counts the attempt with those of all other functions. @returns seconds to wait where the minute has no room left */
const admit = async ({ system }: SystemCall, ports: CallPorts, id: string): Promise<number | undefined> => {
  const perMinute = system.rate_limit_per_minute;
  if (perMinute === null) return undefined;
  const now = new Date();
  const admitted = await ports['calls.write'].admit(system, { id, perMinute, now });
  return admitted ? undefined : 60 - now.getUTCSeconds();
};

/**
 * Calls the system by GET, again where another attempt may succeed, as often as its record and the time allow.
 * Every attempt counts against its rate limit.
 *
 * @throws RateLimited when not even the first attempt has room
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
