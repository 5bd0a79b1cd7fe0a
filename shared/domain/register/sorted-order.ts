import type { RegisterRow } from './register.ts';

/**
 * Returns a negative number if `a` comes first. Documents without a value come last in both directions; ties are
 * decided by id.
 */
export const compareRows = (a: RegisterRow, b: RegisterRow, sign: 1 | -1): number => {
  if (a.key !== b.key) {
    if (a.key === undefined) return 1;
    if (b.key === undefined) return -1;
    return a.key < b.key ? -sign : sign;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
};

/**
 * The slots of a register in one sort order. Changes are only recorded, and applied when the order is next read:
 * unchanged slots keep their order, so that a repair takes one pass over four bytes per document and a binary search
 * per change.
 */
export class SortedOrder {
  #slots = new Int32Array(0);
  readonly #pending = new Set<number>();
  readonly #rowAt: (slot: number) => RegisterRow;
  readonly #sign: 1 | -1;

  constructor(size: number, sign: 1 | -1, rowAt: (slot: number) => RegisterRow) {
    this.#rowAt = rowAt;
    this.#sign = sign;
    for (let slot = 0; slot < size; slot++) this.#pending.add(slot);
  }

  /** Records that the slot's value has changed, or that the slot has been added. */
  touch(slot: number): void {
    this.#pending.add(slot);
  }

  /** All slots in order; valid until the next `touch`. */
  slots(): Int32Array {
    if (this.#pending.size > 0) this.#repair();
    return this.#slots;
  }

  #repair(): void {
    const changed = this.#sorted([...this.#pending]);
    const kept = this.#unchanged();
    this.#pending.clear();
    const merged = new Int32Array(kept.length + changed.length);
    let from = 0;
    for (const [before, { slot, row }] of changed.entries()) {
      const place = this.#placeOf(row, kept, from);
      merged.set(kept.subarray(from, place), from + before);
      merged[place + before] = slot;
      from = place;
    }
    merged.set(kept.subarray(from), from + changed.length);
    this.#slots = merged;
  }

  /** Returns the order without the pending slots. */
  #unchanged(): Int32Array {
    const former = this.#slots;
    const isPending = new Uint8Array(former.length);
    for (const slot of this.#pending) isPending[slot] = 1;
    const kept = new Int32Array(former.length);
    let count = 0;
    for (let place = 0; place < former.length; place++) {
      const slot = former[place]!;
      if (isPending[slot] === 0) kept[count++] = slot;
    }
    return kept.subarray(0, count);
  }

  #sorted(slots: number[]): { slot: number; row: RegisterRow }[] {
    return slots
      .map((slot) => ({ slot, row: this.#rowAt(slot) }))
      .sort((a, b) => compareRows(a.row, b.row, this.#sign));
  }

  /** Returns the first position from `from` on whose document comes after the row. */
  #placeOf(row: RegisterRow, kept: Int32Array, from: number): number {
    let low = from;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareRows(this.#rowAt(kept[middle] as number), row, this.#sign) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
