/** Side of a tile in pixels. */
export const tilePixels = 64;

/**
 * Bounds, per tile of one row of tiles, of the pixels that differ between two rasters by more than an allowance. Rows
 * are compared four pixels at a time, because most pixels are equal.
 */
export class Differing {
  /** By tile, in pixels of the raster; `right` and `bottom` are exclusive, and `bottom` is 0 where nothing differs. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly top: Int32Array;
  readonly bottom: Int32Array;
  readonly #older: Uint8Array;
  readonly #newer: Uint8Array;
  readonly #olderWords: Int32Array;
  readonly #newerWords: Int32Array;
  readonly #width: number;
  readonly #by: number;

  constructor(older: Uint8Array, newer: Uint8Array, width: number, by: number) {
    [this.#older, this.#newer, this.#width, this.#by] = [older, newer, width, by];
    this.#olderWords = new Int32Array(older.buffer, older.byteOffset, older.length >> 2);
    this.#newerWords = new Int32Array(newer.buffer, newer.byteOffset, newer.length >> 2);
    const across = Math.ceil(width / tilePixels);
    this.left = new Int32Array(across);
    this.right = new Int32Array(across);
    this.top = new Int32Array(across);
    this.bottom = new Int32Array(across);
  }

  /**
   * Compares a row of tiles, that of pixel rows `top` to `bottom` (exclusive).
   * @param isWanted whether to compare a tile; all are if omitted
   */
  lookAt(top: number, bottom: number, isWanted?: (tile: number) => boolean): void {
    this.bottom.fill(0);
    const rows = (from: number, to: number) => {
      for (let y = top; y < bottom; y++) this.#look(y, from, to);
    };
    if (!isWanted) rows(0, this.#width);
    for (let tile = 0; isWanted && tile < this.bottom.length; tile++)
      if (isWanted(tile)) rows(tile * tilePixels, Math.min(this.#width, (tile + 1) * tilePixels));
  }

  /** Compares pixels `from` to `to` (exclusive) of row `y`. */
  #look(y: number, from: number, to: number): void {
    const [older, newer] = [this.#olderWords, this.#newerWords];
    const start = y * this.#width;
    const end = start + to;
    const last = end >> 2;
    let at = start + from;
    while (at < end && (at & 3) !== 0) this.#note(at++, start, y);
    for (let word = at >> 2; word < last; word++) {
      while (
        word + 3 < last &&
        ((older[word]! ^ newer[word]!) |
          (older[word + 1]! ^ newer[word + 1]!) |
          (older[word + 2]! ^ newer[word + 2]!) |
          (older[word + 3]! ^ newer[word + 3]!)) ===
          0
      )
        word += 4;
      if (word >= last || older[word] === newer[word]) continue;
      for (let byte = word * 4; byte < word * 4 + 4; byte++) this.#note(byte, start, y);
    }
    for (at = Math.max(at, last * 4); at < end; at++) this.#note(at, start, y);
  }

  #note(at: number, start: number, y: number): void {
    const difference = this.#older[at]! - this.#newer[at]!;
    if (difference <= this.#by && difference >= -this.#by) return;
    const x = at - start;
    const index = x >> 6;
    if (this.bottom[index] === 0) {
      this.left[index] = x;
      this.right[index] = x + 1;
      this.top[index] = y;
    } else {
      if (x < this.left[index]!) this.left[index] = x;
      if (x >= this.right[index]!) this.right[index] = x + 1;
    }
    this.bottom[index] = y + 1;
  }
}
