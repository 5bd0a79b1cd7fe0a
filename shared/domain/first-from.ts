/** Returns the index of the first of sorted items at or beyond a place; their number if there is none. */
export const firstFrom = <T>(sorted: readonly T[], place: number, placeOf: (item: T) => number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(sorted[middle]!) < place) low = middle + 1;
    else high = middle;
  }
  return low;
};
