/** Records held in memory together: about 30 MB with the largest documents. */
const BATCH = 100;

/** Yields records by their ids, read in batches; records deleted in the meantime are skipped. */
export const inBatches = async function* <T>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<(T | undefined)[]>,
): AsyncGenerator<T> {
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const record of await read(ids.slice(start, start + BATCH))) if (record) yield record;
  }
};
