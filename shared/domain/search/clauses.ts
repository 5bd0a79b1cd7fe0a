/**
 * A condition on a row: its column has one of the values, or is between two bounds, inclusive. A row without the value
 * does not match.
 */
export type Clause =
  | { column: string; in: readonly (string | boolean)[] }
  | { column: string; notIn: readonly string[] }
  | { column: string; contains: string }
  /** At least one of the clauses matches, or all of them do. */
  | { any: readonly Clause[] }
  | { all: readonly Clause[] }
  | { column: string; from?: string | undefined; to?: string | undefined };

/** Up to this number of values, comparing with each is as fast as a set. */
const FEW = 8;

const isAmong = (values: readonly unknown[]): ((value: unknown) => boolean) => {
  if (values.length <= FEW) return (value) => values.includes(value);
  const set = new Set(values);
  return (value) => set.has(value);
};

const predicateOf = (clause: Clause): ((row: Record<string, unknown>) => boolean) => {
  if ('any' in clause) {
    const parts = clause.any.map(predicateOf);
    return (row) => parts.some((part) => part(row));
  }
  if ('all' in clause) {
    const parts = clause.all.map(predicateOf);
    return (row) => parts.every((part) => part(row));
  }
  const { column } = clause;
  if ('in' in clause) {
    const isIn = isAmong(clause.in);
    return (row) => isIn(row[column]);
  }
  if ('notIn' in clause) {
    const isOut = isAmong(clause.notIn);
    return (row) => !isOut(row[column]);
  }
  if ('contains' in clause) {
    const { contains } = clause;
    return (row) => {
      const value = row[column];
      return typeof value === 'string' && value.includes(contains);
    };
  }
  const { from, to } = clause;
  return (row) => {
    const value = row[column];
    if (typeof value !== 'string') return from === undefined && to === undefined;
    return (from === undefined || value >= from) && (to === undefined || value <= to);
  };
};

/** Returns a predicate that is true for rows matching every clause. */
export const meeting = (clauses: readonly Clause[]): ((row: object) => boolean) => {
  const meets = predicateOf({ all: clauses });
  return (row) => meets(row as Record<string, unknown>);
};
