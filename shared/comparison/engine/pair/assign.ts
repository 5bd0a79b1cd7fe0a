/**
 * Assigns rows to columns with the greatest total worth, by the Hungarian method. Each row and column is used at most
 * once; pairs without positive worth are omitted.
 * @param worth one array per row, all of equal length
 * @returns the column of each row, or null
 */
export const assign = (worth: readonly (readonly number[])[]): (number | null)[] => {
  const size = Math.max(worth.length, worth[0]?.length ?? 0);
  const cost = (row: number, column: number) => -Math.max(0, worth[row]?.[column] ?? 0);
  // Potentials of rows and columns, and the row assigned to each column; index 0 means none.
  const [u, v] = [new Float64Array(size + 1), new Float64Array(size + 1)];
  const rowOf = new Int32Array(size + 1);
  const way = new Int32Array(size + 1);
  /** Moves potentials by a cost, so that the cheapest reduced cost becomes zero. */
  const reduce = (delta: number, used: Uint8Array, least: Float64Array): void => {
    for (let j = 0; j <= size; j++) {
      if (used[j]) {
        u[rowOf[j]!]! += delta;
        v[j]! -= delta;
      } else least[j]! -= delta;
    }
  };
  /** Extends the assignment by the row of column 0, along the cheapest path to a free column. */
  const augment = (): void => {
    let column = 0;
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(size + 1);
    do {
      used[column] = 1;
      const from = rowOf[column]!;
      let [delta, next] = [Number.POSITIVE_INFINITY, 0];
      for (let j = 1; j <= size; j++) {
        if (used[j]) continue;
        const reduced = cost(from - 1, j - 1) - u[from]! - v[j]!;
        if (reduced < least[j]!) [least[j], way[j]] = [reduced, column];
        if (least[j]! < delta) [delta, next] = [least[j]!, j];
      }
      reduce(delta, used, least);
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const before = way[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    } while (column !== 0);
  };
  for (let row = 1; row <= size; row++) {
    rowOf[0] = row;
    augment();
  }
  const answer: (number | null)[] = worth.map(() => null);
  for (let column = 1; column <= size; column++) {
    const row = rowOf[column]! - 1;
    if ((worth[row]?.[column - 1] ?? 0) > 0) answer[row] = column - 1;
  }
  return answer;
};
