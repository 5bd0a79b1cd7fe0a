/** A byte buffer that grows as it is written. */
export class Bytes {
  #all: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.#all = new Uint8Array(capacity);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#all.length) return;
    const larger = new Uint8Array(Math.max(this.#all.length * 2, this.length + more));
    larger.set(this.#all.subarray(0, this.length));
    this.#all = larger;
  }

  /** Writes an integer from 0 to 2^32 - 1 as a base-128 varint: seven bits per byte, lowest first. */
  number(value: number): void {
    this.#reserve(5);
    let left = value;
    while (left > 127) {
      this.#all[this.length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.#all[this.length++] = left;
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#all.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Returns the bytes written so far, sharing memory with later writes. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#all.subarray(0, this.length);
  }
}

/** Reads what `Bytes` wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  number(): number {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.#bytes[this.at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
      shift += 7;
    }
  }

  skip(numbers: number): void {
    for (let left = numbers; left > 0; ) if (this.#bytes[this.at++]! < 128) left--;
  }
}
