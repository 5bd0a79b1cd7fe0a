type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A typed array that grows as numbers are appended. */
export class Growing<T extends Numbers> {
  length = 0;
  #numbers: T;
  readonly #make: new (
    length: number,
  ) => T;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.#numbers = new make(4096);
  }

  #room(more: number): void {
    if (this.length + more <= this.#numbers.length) return;
    const larger = new this.#make(2 * (this.length + more));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  push(a: number): void {
    this.#room(1);
    this.#numbers[this.length++] = a;
  }

  push2(a: number, b: number): void {
    this.#room(2);
    this.#numbers[this.length++] = a;
    this.#numbers[this.length++] = b;
  }

  push4(a: number, b: number, c: number, d: number): void {
    this.push2(a, b);
    this.push2(c, d);
  }

  /** Returns a copy of the appended numbers in a buffer of exactly that size. */
  taken(): T {
    return this.#numbers.slice(0, this.length) as T;
  }
}
