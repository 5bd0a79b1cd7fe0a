import { neighbourPixels, thumbnailSidePixels } from './thresholds.ts';

/** A greyscale thumbnail of a whole sheet, {@link thumbnailSidePixels} pixels square, rows from the top. */
export type Thumbnail = Uint8Array;

/** Returns the ink of each pixel averaged with its neighbours, minus the sheet's mean. */
const inkOf = (picture: Thumbnail): Float64Array => {
  const side = thumbnailSidePixels;
  const out = new Float64Array(side * side);
  let sum = 0;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let [ink, count] = [0, 0];
      for (let v = Math.max(0, y - neighbourPixels); v <= Math.min(side - 1, y + neighbourPixels); v++) {
        for (let u = Math.max(0, x - neighbourPixels); u <= Math.min(side - 1, x + neighbourPixels); u++) {
          ink += 255 - picture[v * side + u]!;
          count++;
        }
      }
      out[y * side + x] = ink / count;
      sum += ink / count;
    }
  }
  const mean = sum / out.length;
  return out.map((value) => value - mean);
};

/** Returns the similarity (0..1) of two sheets: the correlation of where their ink lies. */
export const correlateThumbnails = (a: Thumbnail, b: Thumbnail): number => {
  const [one, other] = [inkOf(a), inkOf(b)];
  let [dot, first, second] = [0, 0, 0];
  for (let i = 0; i < one.length; i++) {
    dot += one[i]! * other[i]!;
    first += one[i]! ** 2;
    second += other[i]! ** 2;
  }
  return first === 0 || second === 0 ? 0 : Math.max(0, dot / Math.sqrt(first * second));
};
