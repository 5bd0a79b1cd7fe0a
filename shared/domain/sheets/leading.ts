/**
 * Returns the number of leading items of an ordered list that meet a condition, by binary search.
 * @param isLeading true for the items up to some position, and false from there on
 */
export const leading = <T>(items: readonly T[], isLeading: (item: T) => boolean): number => {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isLeading(items[middle] as T)) from = middle + 1;
    else to = middle;
  }
  return from;
};
