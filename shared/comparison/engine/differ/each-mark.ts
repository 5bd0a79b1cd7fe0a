/** Pixels of a raster; `right` and `bottom` are exclusive. */
interface Pixels {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the whole words of four bytes of a raster. */
const wordsOf = ({ buffer, byteOffset, length }: Uint8Array): Int32Array =>
  new Int32Array(buffer, byteOffset, length >> 2);

// A function of its own: V8 compiles it once, where it would compile each nested loop of its callers while it runs.
const visitSet = (
  bytes: Uint8Array,
  words: Int32Array,
  from: number,
  end: number,
  visit: (at: number) => void,
): void => {
  // Skips sixteen at a time, because hardly any is set.
  const last = Math.min(words.length, end >> 2) - 3;
  for (let at = from; at < end; ) {
    if ((at & 15) === 0) {
      let word = at >> 2;
      while (word < last && (words[word]! | words[word + 1]! | words[word + 2]! | words[word + 3]!) === 0) word += 4;
      at = word << 2;
    }
    const stop = Math.min(end, (at | 15) + 1);
    for (; at < stop; at++) if (bytes[at] !== 0) visit(at);
  }
};

/** Calls `visit` with the index of each non-zero byte in order. */
export const eachMark = (bytes: Uint8Array, visit: (at: number) => void): void =>
  visitSet(bytes, wordsOf(bytes), 0, bytes.length, visit);

/**
 * Calls `visit` with the place and the index of each non-zero byte in a rectangle, row by row.
 * @param width of the raster, which contains the rectangle
 */
export const eachMarkIn = (
  bytes: Uint8Array,
  width: number,
  { left, top, right, bottom }: Pixels,
  visit: (x: number, y: number, at: number) => void,
): void => {
  const words = wordsOf(bytes);
  let [y, row] = [top, top * width];
  const visitAt = (at: number) => visit(at - row, y, at);
  for (; y < bottom; y++, row += width) visitSet(bytes, words, row + left, row + right, visitAt);
};
