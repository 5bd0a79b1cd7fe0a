import type { Grey } from './align-ink.ts';
import { scanInkGreys, scanRimShare, settledPoints } from './thresholds.ts';

/** Returns 1 for each pixel with ink at most `reach` pixels away, along and across. */
const nearInk = ({ data, width, height }: Grey, reach: number): Uint8Array => {
  const along = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let until = -1;
    for (let x = -reach; x < width; x++) {
      if (x + reach < width && data[y * width + x + reach]! < scanInkGreys) until = x + 2 * reach;
      if (x >= 0 && x <= until) along[y * width + x] = 1;
    }
  }
  const out = new Uint8Array(width * height);
  const until = new Int32Array(width).fill(-1);
  for (let y = -reach; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (y + reach < height && along[(y + reach) * width + x] === 1) until[x] = y + 2 * reach;
      if (y >= 0 && y <= until[x]!) out[y * width + x] = 1;
    }
  }
  return out;
};

/**
 * Returns a bent scan with the ink of the newer one where both have it nearly at the same place, and along the rim.
 * @param density pixels per point
 */
export const settleScan = (older: Grey, newer: Grey, density: number): Uint8Array<ArrayBuffer> => {
  const { width, height } = newer;
  const reach = Math.round(settledPoints * density);
  const [was, is] = [nearInk(older, reach), nearInk(newer, reach)];
  const out = new Uint8Array(newer.data);
  const [side, edge] = [Math.round(scanRimShare * width), Math.round(scanRimShare * height)];
  for (let y = edge; y < height - edge; y++) {
    for (let at = y * width + side; at < (y + 1) * width - side; at++) {
      const [before, after] = [older.data[at]! < scanInkGreys, newer.data[at]! < scanInkGreys];
      if (after ? was[at] === 0 : before && is[at] === 0) out[at] = older.data[at]!;
    }
  }
  return out;
};
