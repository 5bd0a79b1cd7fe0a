/**
 * Runs `work` with a signal that aborts with the first of `signals`, or after so many milliseconds. Use this instead of
 * `AbortSignal.any`, whose signals Node may collect as garbage before they abort, together with a timeout.
 */
export const withSignal = async <T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
  milliseconds?: number,
): Promise<T> => {
  const own = new AbortController();
  const timer =
    milliseconds === undefined
      ? undefined
      : setTimeout(() => own.abort(new DOMException('The operation timed out', 'TimeoutError')), milliseconds);
  const ends = signals.map((signal) => {
    const abort = () => own.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    return () => signal.removeEventListener('abort', abort);
  });
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    for (const end of ends) end();
  }
};
