/** Groups set cells into pieces whose cells are at most `reach` cells apart. */
export const groupCells = (set: Uint8Array, columns: number, rows: number, reach: number): number[][] => {
  const seen = new Uint8Array(set.length);
  const pieces: number[][] = [];
  for (let start = 0; start < set.length; start++) {
    if (!set[start] || seen[start]) continue;
    seen[start] = 1;
    const piece = [start];
    for (let i = 0; i < piece.length; i++) {
      const [row, column] = [Math.floor(piece[i]! / columns), piece[i]! % columns];
      for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++) {
        for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c++) {
          const at = r * columns + c;
          if (!set[at] || seen[at]) continue;
          seen[at] = 1;
          piece.push(at);
        }
      }
    }
    pieces.push(piece);
  }
  return pieces;
};

/** Returns the cells with a set one at most `by` cells away along each axis (dilation). */
export const spread = (set: Uint8Array, columns: number, rows: number, by: number): Uint8Array => {
  const rowsDone = new Uint8Array(set.length);
  const out = new Uint8Array(set.length);
  for (let at = 0; at < set.length; at++) {
    if (!set[at]) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    rowsDone.fill(1, row * columns + Math.max(0, column - by), row * columns + Math.min(columns, column + by + 1));
  }
  for (let row = 0; row < rows; row++) {
    for (let r = Math.max(0, row - by); r <= Math.min(rows - 1, row + by); r++) {
      for (let c = 0; c < columns; c++) if (rowsDone[row * columns + c]) out[r * columns + c] = 1;
    }
  }
  return out;
};

/** Returns the bounding rectangle of all set cells, enlarged by `by` cells on each side. */
export const boundingRectangle = (set: Uint8Array, columns: number, rows: number, by: number): Uint8Array => {
  let [left, top, right, bottom] = [columns, rows, -1, -1];
  for (let at = 0; at < set.length; at++) {
    if (!set[at]) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  const out = new Uint8Array(set.length);
  for (let row = Math.max(0, top - by); row <= Math.min(rows - 1, bottom + by); row++) {
    out.fill(1, row * columns + Math.max(0, left - by), row * columns + Math.min(columns, right + by + 1));
  }
  return out;
};

/** Returns the cells with only set ones around them (erosion): the opposite of {@link spread}. */
export const shrink = (set: Uint8Array, columns: number, rows: number, by: number): Uint8Array => {
  const other = spread(
    set.map((value) => 1 - value),
    columns,
    rows,
    by,
  );
  return other.map((value) => 1 - value);
};

/** Returns the difference between the highest and the lowest value. */
export const spanOf = (values: readonly number[]): number => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
};
