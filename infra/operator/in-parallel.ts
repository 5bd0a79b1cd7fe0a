/**
 * Processes all items, at most `limit` concurrently.
 * @throws the first failure, once all started items have ended; no further ones are started after it
 */
export const inParallel = async <T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = [];
  const underWay = new Set<Promise<void>>();
  for await (const item of items) {
    if (failures.length > 0) break;
    const one = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(one));
    underWay.add(one);
    if (underWay.size >= limit) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
};
