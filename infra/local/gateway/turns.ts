/** Hands out at most `limit` turns at a time, in the order they were asked for. */
export function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return async (work) => {
    if (taken < limit) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A turn that somebody waits for is handed on and stays taken.
      const next = waiting.shift();
      if (next) next();
      else taken--;
    }
  };
}
