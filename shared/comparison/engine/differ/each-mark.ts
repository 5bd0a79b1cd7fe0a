/** Calls `visit` with the index of each non-zero byte in order. Skips sixteen at a time, because hardly any is set. */
export const eachMark = (bytes: Uint8Array, visit: (at: number) => void): void => {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const whole = words.length & ~3;
  for (let word = 0; word < whole; word += 4) {
    if ((words[word]! | words[word + 1]! | words[word + 2]! | words[word + 3]!) === 0) continue;
    for (let at = word * 4; at < word * 4 + 16; at++) if (bytes[at] !== 0) visit(at);
  }
  for (let at = whole * 4; at < bytes.length; at++) if (bytes[at] !== 0) visit(at);
};
