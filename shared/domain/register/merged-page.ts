import type { Register, RegisterQuery, RegisterRow } from './register.ts';
import { compareRows } from './sorted-order.ts';

/**
 * A page from several registers, in the order that a single register would have. Registers are added one by one: only
 * the rows up to the end of the page are held, and no register longer than it takes to add it.
 */
export class MergedPage {
  readonly #query: RegisterQuery;
  #rows: RegisterRow[] = [];
  #total = 0;

  constructor(query: RegisterQuery) {
    this.#query = query;
  }

  add(register: Register): void {
    const { skip, limit, sortOrder } = this.#query;
    const { rows, total } = register.rows({ ...this.#query, skip: 0, limit: skip + limit });
    const sign = sortOrder === 'asc' ? 1 : -1;
    this.#rows = [...this.#rows, ...rows].sort((a, b) => compareRows(a, b, sign)).slice(0, skip + limit);
    this.#total += total;
  }

  /** The page's document ids in order, and the number of matches. */
  get page(): { ids: string[]; total: number } {
    return { ids: this.#rows.slice(this.#query.skip).map(({ id }) => id), total: this.#total };
  }
}
