/** Returns a function that runs work with at most `limit` runs at a time, in the order of the calls. */
export function createSemaphore(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return async (work) => {
    if (taken < limit) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A permit with a waiting caller is passed on and stays taken.
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
