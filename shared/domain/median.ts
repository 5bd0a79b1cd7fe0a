/** Returns the middle one of the values in order, the upper one of two; `none` without values. */
export const median = (values: readonly number[], none = 0): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? none;
