import { DescribedTexts } from './described-texts.ts';
import { matching } from './matching.ts';
import type { Register, RegisterQuery, RegisterRow, SortField } from './register.ts';
import { RegisterColumns } from './register-columns.ts';
import type { RegisterLine } from './register-line.ts';
import { goneLine, SEPARATOR } from './register-line.ts';
import { SortedOrder } from './sorted-order.ts';
import { TextSignatures } from './text-signatures.ts';

/** A register that takes changes and keeps the orders that were asked for, each repaired when it is read. */
export class MemoryRegister implements Register {
  readonly columns: RegisterColumns;
  readonly #lookup = { signatures: new TextSignatures(), described: new DescribedTexts() };
  readonly #orders = new Map<string, { field: SortField; order: SortedOrder }>();

  constructor(columns = new RegisterColumns()) {
    this.columns = columns;
  }

  /** What it takes of the heap, estimated. */
  get bytes(): number {
    return this.columns.bytes + this.#lookup.described.bytes;
  }

  /** Takes a document as it stands; true when it is not known like that already. */
  put(line: RegisterLine): boolean {
    const change = this.columns.put(line);
    if (!change) return false;
    this.#lookup.signatures.touch(change.slot);
    this.#lookup.described.touch(change.slot);
    for (const { field, order } of this.#orders.values()) {
      if (change.differing === 'all' || change.differing.has(field)) order.touch(change.slot);
    }
    return true;
  }

  /** Forgets a document for good; it may come back by `put`. */
  remove(id: string): void {
    if (this.columns.slotOf(id) !== undefined) this.put(goneLine(id));
  }

  page(query: RegisterQuery): { ids: string[]; total: number } {
    const { slots, total } = this.#page(query);
    return { ids: slots.map((slot) => this.columns.data.ids[slot] as string), total };
  }

  rows(query: RegisterQuery): { rows: RegisterRow[]; total: number } {
    const { slots, total } = this.#page(query);
    return { rows: slots.map((slot) => this.#rowAt(query.sortBy, slot)), total };
  }

  #page(query: RegisterQuery): { slots: number[]; total: number } {
    const match = matching(this.columns, this.#lookup, { ...query, text: query.text?.replaceAll(SEPARATOR, ' ') });
    const slots: number[] = [];
    let total = 0;
    for (const slot of this.#order(query)) {
      if (match[slot] === 0) continue;
      if (total >= query.skip && slots.length < query.limit) slots.push(slot);
      total++;
    }
    return { slots, total };
  }

  #order({ sortBy: field, sortOrder }: RegisterQuery): Int32Array {
    const name = `${field} ${sortOrder}`;
    let kept = this.#orders.get(name);
    if (!kept) {
      const sign = sortOrder === 'asc' ? 1 : -1;
      kept = { field, order: new SortedOrder(this.columns.size, sign, (slot) => this.#rowAt(field, slot)) };
      this.#orders.set(name, kept);
    }
    return kept.order.slots();
  }

  #rowAt(field: SortField, slot: number): RegisterRow {
    return { id: this.columns.data.ids[slot] as string, key: this.columns.keyAt(field, slot) };
  }
}
