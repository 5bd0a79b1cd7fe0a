/**
 * Keeps what was read last within a number of bytes. What an entry weighs is asked anew each time, since registers
 * grow; `overhead` is what each one takes beside that, so that empty ones cannot pile up.
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

  /** The value of that name, made where it is not kept. */
  get(name: string, make: () => V): V {
    const value = this.#values.get(name) ?? make();
    this.#values.delete(name);
    this.#values.set(name, value);
    return value;
  }

  /** Forgets those read longest ago until the others fit; the one read last always stays. */
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
