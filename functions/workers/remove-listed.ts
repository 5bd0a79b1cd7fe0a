/** What is left of a type of record. `more`: the run's time was over first; `later`: what is left is in use. */
export type Left = 'nothing' | 'more' | 'later';

/** The part of the work that one run does. */
export interface Run {
  now: Date;
  isOver(): boolean;
}

/** Records that are read at once. */
export const PAGE = 25;

/** Removes what a list names, page after page: what has been removed is not listed again. */
export const removeListed = async <R>(
  list: () => Promise<{ records: R[] }>,
  remove: (record: R) => Promise<unknown>,
  run: Run,
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
