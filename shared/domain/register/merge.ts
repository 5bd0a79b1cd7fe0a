import type { Register, RegisterQuery } from './register.ts';
import { compareRows } from './sorted-order.ts';

/** The page of several registers together, in the order that one register would have, and the sum of matches. */
export const pageOfAll = (registers: readonly Register[], query: RegisterQuery): { ids: string[]; total: number } => {
  const [only] = registers;
  if (only && registers.length === 1) return only.page(query);
  const sign = query.sortOrder === 'asc' ? 1 : -1;
  const pages = registers.map((register) => register.rows({ ...query, skip: 0, limit: query.skip + query.limit }));
  const rows = pages.flatMap((page) => page.rows).sort((a, b) => compareRows(a, b, sign));
  return {
    ids: rows.slice(query.skip, query.skip + query.limit).map(({ id }) => id),
    total: pages.reduce((sum, { total }) => sum + total, 0),
  };
};
