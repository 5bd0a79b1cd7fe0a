/**
 * Fixed windows of a minute and an hour, in UTC, and slots for concurrent requests, all per user. With one counter per
 * window, a decision is one comparison.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The limits of one user. */
export interface WindowBounds {
  perMinute: number;
  perHour: number;
  concurrent: number;
}

/** The usage of the windows at one instant. */
export interface Usage {
  minute: number;
  hour: number;
  inFlight: number;
}

/** The decision about one request, as reported in the rate-limit headers. */
export interface Decision {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** The window that `limit` applies to. */
  window: 'minute' | 'hour' | 'concurrent';
  /** Unix seconds. */
  reset: number;
  /** Seconds; 0 when admitted. */
  retryAfter: number;
}

/** Returns the hour of a time: `2026-03-12T19`. */
export const hourOf = (now: Date): string => now.toISOString().slice(0, 13);

/** Returns the minute within its hour, 0 to 59. */
export const minuteOf = (now: Date): number => now.getUTCMinutes();

const endOf = (now: Date, window: number): number =>
  Math.ceil((Math.floor(now.getTime() / window) + 1) * (window / 1000));

/** Returns the end of the hour's window in Unix seconds. */
export const hourEnds = (now: Date): number => endOf(now, HOUR);

/**
 * Returns the decision for an admitted request, which `usage` includes. It reports the window with the fewest requests
 * left.
 */
export const admitted = (bounds: WindowBounds, usage: Usage, now: Date): Decision => {
  const minute = Math.max(0, bounds.perMinute - usage.minute);
  const hour = Math.max(0, bounds.perHour - usage.hour);
  const nearest =
    hour < minute
      ? { limit: bounds.perHour, window: 'hour' as const, remaining: hour, reset: endOf(now, HOUR) }
      : { limit: bounds.perMinute, window: 'minute' as const, remaining: minute, reset: endOf(now, MINUTE) };
  return { admitted: true, ...nearest, retryAfter: 0 };
};

/**
 * Returns the decision for a refused request; undefined if `usage`, which does not include the request, leaves room. It
 * reports the limit with the longest waiting time.
 */
export const refused = (bounds: WindowBounds, usage: Usage, now: Date): Decision | undefined => {
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
  // A slot is released as soon as any running request ends: estimate one second.
  if (usage.inFlight >= bounds.concurrent)
    return refusal('concurrent', bounds.concurrent, Math.ceil(now.getTime() / 1000) + 1);
  return undefined;
};
