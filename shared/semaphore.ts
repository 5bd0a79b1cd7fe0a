/** Hands out at most `limit` permits at a time, in the order they were asked for. */
export function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return async (work) => {
    if (taken < limit) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A permit that somebody waits for is handed on and stays taken.
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
