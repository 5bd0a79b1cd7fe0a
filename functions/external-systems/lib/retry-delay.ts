import type { OutboundFailure } from '../../../shared/domain/outbound-error.ts';

const FIRST_MS = 200;
const LONGEST_MS = 5_000;
/** Transient failures; others would recur. */
const PASSING: readonly OutboundFailure[] = ['connection', 'timeout'];

interface Tried {
  answer?: { status: number; headers: Record<string, string> } | undefined;
  failure?: { code: OutboundFailure } | undefined;
}

const retryAfter = (header: string | undefined): number =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : 0;

/** Returns the seconds that a provider asks to wait; 1 if it does not specify them. */
export const retryAfterSeconds = (headers: Record<string, string>): number =>
  Math.max(1, retryAfter(headers['retry-after']) / 1000);

/**
 * Returns the milliseconds to wait before the next attempt; undefined if the failure is permanent. The wait doubles
 * with each attempt up to a limit, `chance` (0 to 1) spreads it, and a `Retry-After` of the system is its minimum.
 */
export const retryDelay = ({ answer, failure }: Tried, retries: number, chance: number): number | undefined => {
  const isPassing = answer ? answer.status >= 500 || answer.status === 429 : failure && PASSING.includes(failure.code);
  if (!isPassing) return undefined;
  const backOff = chance * Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
  return Math.max(backOff, retryAfter(answer?.headers['retry-after']));
};
