/**
 * Fixed windows of a minute and an hour, in UTC, and slots for requests that are running. All
 * of it is per user: one counter per window, so that a decision is one comparison.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Bounds of one user. */
export interface Bounds {
  perMinute: number;
  perHour: number;
  concurrent: number;
}

/** What has been used in the windows of one instant. */
export interface Usage {
  minute: number;
  hour: number;
  inFlight: number;
}

/** The decision about one request, as the rate-limit headers tell it. */
export interface Decision {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** What `limit` bounds. */
  window: 'minute' | 'hour' | 'concurrent';
  /** Unix seconds. */
  reset: number;
  /** Seconds; 0 when admitted. */
  retryAfter: number;
}

/** Names the hour a time falls in: `2026-03-12T19`. */
export const hourOf = (now: Date): string => now.toISOString().slice(0, 13);

/** The minute within its hour, 0..59. */
export const minuteOf = (now: Date): number => now.getUTCMinutes();

const endOf = (now: Date, window: number): number =>
  Math.ceil((Math.floor(now.getTime() / window) + 1) * (window / 1000));

/** Unix seconds at which the hour's counters are of no use any more. */
export const hourEnds = (now: Date): number => endOf(now, HOUR);

/** An admitted request's answer; `usage` counts it already. The window with the fewest requests left is told. */
export const admitted = (bounds: Bounds, usage: Usage, now: Date): Decision => {
  const minute = Math.max(0, bounds.perMinute - usage.minute);
  const hour = Math.max(0, bounds.perHour - usage.hour);
  const told =
    hour < minute
      ? { limit: bounds.perHour, window: 'hour' as const, remaining: hour, reset: endOf(now, HOUR) }
      : { limit: bounds.perMinute, window: 'minute' as const, remaining: minute, reset: endOf(now, MINUTE) };
  return { admitted: true, ...told, retryAfter: 0 };
};

/**
 * A refused request's answer, or undefined where `usage` (which does not count the request) leaves room. The bound
 * that keeps the caller waiting longest is told.
 */
export const refused = (bounds: Bounds, usage: Usage, now: Date): Decision | undefined => {
  const until = (reset: number) => Math.max(1, Math.ceil(reset - now.getTime() / 1000));
  const refusal = (window: Decision['window'], limit: number, reset: number): Decision => ({
    admitted: false,
    limit,
    window,
    remaining: 0,
    reset,
    retryAfter: until(reset),
  });
  if (usage.hour >= bounds.perHour) return refusal('hour', bounds.perHour, endOf(now, HOUR));
  if (usage.minute >= bounds.perMinute) return refusal('minute', bounds.perMinute, endOf(now, MINUTE));
  // A slot is free as soon as any running request ends: a second is a fair guess.
  if (usage.inFlight >= bounds.concurrent)
    return refusal('concurrent', bounds.concurrent, Math.ceil(now.getTime() / 1000) + 1);
  return undefined;
};
