/**
 * Returns a function that runs `work`, one run at a time: callers that arrive during a run share the next one, because
 * the run in progress may have started before what they are to see.
 */
export const shareNext = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<T> | undefined;
  return () => {
    if (!waiting) {
      waiting = running.then(() => {
        waiting = undefined;
        return work();
      });
      running = waiting.catch(() => undefined);
    }
    return waiting;
  };
};
