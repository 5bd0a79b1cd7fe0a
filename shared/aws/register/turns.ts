/** Lets at most `count` works run at the same time; the others wait and follow in the order they came. */
export const turns = (count: number) => {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <V>(work: () => Promise<V>): Promise<V> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};
