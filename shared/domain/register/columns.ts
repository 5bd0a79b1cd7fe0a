const FIRST_CAPACITY = 64;

/** Numbers by slot, eight bytes each; NaN for documents without a value. */
export class NumberColumn {
  #values: Float64Array;

  constructor(values = new Float64Array(FIRST_CAPACITY)) {
    this.#values = values;
  }

  /** The values; valid until the next `set`. The array may be longer than the register, with room to grow. */
  get values(): Float64Array {
    return this.#values;
  }

  /** Returns true if the value differs from the previous one. */
  set(slot: number, value: number): boolean {
    if (slot >= this.#values.length) {
      const larger = new Float64Array(Math.max(FIRST_CAPACITY, this.#values.length * 2));
      larger.set(this.#values);
      this.#values = larger;
    }
    const differs = !Object.is(this.#values[slot], value);
    this.#values[slot] = value;
    return differs;
  }
}

/** Repeating texts by slot: four bytes each, and every distinct text once. Code 0 is null. */
export class CodeColumn {
  readonly #codeOf = new Map<string, number>();
  readonly #texts: (string | null)[] = [null];
  #codes: Int32Array;

  constructor(codes = new Int32Array(FIRST_CAPACITY), texts: readonly string[] = []) {
    this.#codes = codes;
    for (const text of texts) this.#codeFor(text);
  }

  get codes(): Int32Array {
    return this.#codes;
  }

  /** The distinct texts in the order of their codes, which start at 1. */
  get texts(): string[] {
    return this.#texts.slice(1) as string[];
  }

  /** The number of codes, including that of null. */
  get codeCount(): number {
    return this.#texts.length;
  }

  textAt(slot: number): string | null {
    return this.#texts[this.#codes[slot] ?? 0] ?? null;
  }

  /** Returns the code of a text; undefined if no document ever had it. */
  codeOf(text: string): number | undefined {
    return this.#codeOf.get(text);
  }

  set(slot: number, text: string | null): boolean {
    if (slot >= this.#codes.length) {
      const larger = new Int32Array(Math.max(FIRST_CAPACITY, this.#codes.length * 2));
      larger.set(this.#codes);
      this.#codes = larger;
    }
    const code = text === null ? 0 : this.#codeFor(text);
    const differs = this.#codes[slot] !== code;
    this.#codes[slot] = code;
    return differs;
  }

  #codeFor(text: string): number {
    let code = this.#codeOf.get(text);
    if (code === undefined) {
      code = this.#texts.length;
      this.#texts.push(text);
      this.#codeOf.set(text, code);
    }
    return code;
  }
}
