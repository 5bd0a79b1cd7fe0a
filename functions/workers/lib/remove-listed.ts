/** What remains of a type of record. `more`: the run ended first; `later`: the remaining records are in use. */
export type Left = 'nothing' | 'more' | 'later';

/** The time limits of one run. */
export interface RemovalRun {
  now: Date;
  isOver(): boolean;
}

/** Records per read. */
export const PAGE = 25;

/** Removes the records of a list page by page; removed records leave the list. */
export const removeListed = async <R>(
  list: () => Promise<{ records: R[] }>,
  remove: (record: R) => Promise<unknown>,
  run: RemovalRun,
): Promise<Left> => {
  for (;;) {
    const { records } = await list();
    if (records.length === 0) return 'nothing';
    for (const record of records) {
      if (run.isOver()) return 'more';
      await remove(record);
    }
  }
};

/** Removes records in portions until none is left. @param removeSome returns false if none is left */
export const removeAll = async (removeSome: (limit: number) => Promise<boolean>, run: RemovalRun): Promise<Left> => {
  while (await removeSome(PAGE)) if (run.isOver()) return 'more';
  return 'nothing';
};
