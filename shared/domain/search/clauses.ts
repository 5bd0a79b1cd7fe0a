/**
 * One condition on a row: its column is one of the values, or lies between two bounds, both inclusive. A row without
 * the value fails it. The engine and this code read the same clauses, so that both leave the same rows.
 */
export type Clause =
  | { column: string; in: readonly (string | boolean)[] }
  | { column: string; notIn: readonly string[] }
  | { column: string; contains: string }
  | { column: string; atLeast: number }
  /** One of the clauses holds, or all of them do. */
  | { any: readonly Clause[] }
  | { all: readonly Clause[] }
  | { column: string; from?: string | undefined; to?: string | undefined };

const literal = (value: string | boolean): string =>
  typeof value === 'boolean' ? String(value) : `'${value.replaceAll("'", "''")}'`;

const sqlOf = (clause: Clause): string => {
  if ('any' in clause) return clause.any.map((each) => `(${sqlOf(each)})`).join(' OR ') || 'false';
  if ('all' in clause) return clause.all.map((each) => `(${sqlOf(each)})`).join(' AND ') || 'true';
  const { column } = clause;
  if ('contains' in clause) return `contains(${column}, ${literal(clause.contains)})`;
  if ('atLeast' in clause) return `${column} >= ${clause.atLeast}`;
  if ('in' in clause) return clause.in.length === 0 ? 'false' : `${column} IN (${clause.in.map(literal).join(', ')})`;
  if ('notIn' in clause) return `${column} NOT IN (${clause.notIn.map(literal).join(', ')})`;
  const bounds = [
    ...(clause.from === undefined ? [] : [`${column} >= ${literal(clause.from)}`]),
    ...(clause.to === undefined ? [] : [`${column} <= ${literal(clause.to)}`]),
  ];
  return bounds.join(' AND ') || 'true';
};

/** The condition as the engine takes it; undefined where everything passes. */
export const toSql = (clauses: readonly Clause[]): string | undefined => {
  const parts = clauses.filter((clause) => !('notIn' in clause && clause.notIn.length === 0)).map(sqlOf);
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' AND ');
};

/** True when the row meets every clause. */
export const meets = (row: object, clauses: readonly Clause[]): boolean =>
  clauses.every((clause) => {
    if ('any' in clause) return clause.any.some((each) => meets(row, [each]));
    if ('all' in clause) return meets(row, clause.all);
    const value = (row as Record<string, unknown>)[clause.column];
    if ('in' in clause) return (clause.in as readonly unknown[]).includes(value);
    if ('notIn' in clause) return !(clause.notIn as readonly unknown[]).includes(value);
    if ('atLeast' in clause) return typeof value === 'number' && value >= clause.atLeast;
    if ('contains' in clause) return typeof value === 'string' && value.includes(clause.contains);
    if (typeof value !== 'string') return clause.from === undefined && clause.to === undefined;
    return (clause.from === undefined || value >= clause.from) && (clause.to === undefined || value <= clause.to);
  });
