/**
 * A cache of the most recently read values, limited by bytes. The size of a value is determined on each check, since
 * registers grow; `overhead` is added for each value, so that empty ones do not pile up.
 */
export class RecentlyRead<V extends { readonly bytes: number }> {
  readonly #maximumBytes: number;
  readonly #overhead: number;
  // In the order of their last read: a map keeps the order of insertion.
  readonly #values = new Map<string, V>();

  constructor(maximumBytes: number, overhead: number) {
    this.#maximumBytes = maximumBytes;
    this.#overhead = overhead;
  }

  /** Returns the value of that name, made by `make` if it is not cached. */
  get(name: string, make: () => V): V {
    const value = this.#values.get(name) ?? make();
    this.#values.delete(name);
    this.#values.set(name, value);
    return value;
  }

  /** Drops the least recently read values until the others fit; the most recently read one always stays. */
  makeRoom(): void {
    let bytes = 0;
    for (const value of this.#values.values()) bytes += value.bytes + this.#overhead;
    for (const [name, value] of this.#values) {
      if (bytes <= this.#maximumBytes || this.#values.size === 1) return;
      this.#values.delete(name);
      bytes -= value.bytes + this.#overhead;
    }
  }
}
