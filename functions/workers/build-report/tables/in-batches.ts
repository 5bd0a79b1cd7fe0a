/** Records that are in memory at the same time: of the largest documents, about 30 MB. */
const BATCH = 100;

/** Reads records by their ids, a batch at a time; those that went meanwhile are left out. */
export const inBatches = async function* <T>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<(T | undefined)[]>,
): AsyncGenerator<T> {
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const record of await read(ids.slice(start, start + BATCH))) if (record) yield record;
  }
};
