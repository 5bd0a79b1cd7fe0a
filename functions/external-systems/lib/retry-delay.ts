import type { OutboundFailure } from '../../../shared/domain/outbound-error.ts';

const FIRST_MS = 200;
const LONGEST_MS = 5_000;
/** Failures of the moment; the others would come again. */
const PASSING: readonly OutboundFailure[] = ['connection', 'timeout'];

interface Tried {
  answer?: { status: number; headers: Record<string, string> } | undefined;
  failure?: { code: OutboundFailure } | undefined;
}

const retryAfter = (header: string | undefined): number =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : 0;

/** Seconds that a provider asks to be left alone; 1 where it does not say. */
export const retryAfterSeconds = (headers: Record<string, string>): number =>
  Math.max(1, retryAfter(headers['retry-after']) / 1000);

/**
 * Milliseconds before the next attempt; undefined where another one would end alike. Waits double with each attempt,
 * up to a bound, and `chance` (0 to 1) spreads them; a system that names its own pause gets at least that.
 */
export const retryDelay = ({ answer, failure }: Tried, retries: number, chance: number): number | undefined => {
  const isPassing = answer ? answer.status >= 500 || answer.status === 429 : failure && PASSING.includes(failure.code);
  if (!isPassing) return undefined;
  const backOff = chance * Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
  return Math.max(backOff, retryAfter(answer?.headers['retry-after']));
};
