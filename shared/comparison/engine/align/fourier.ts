/** Fourier transform, computed in place, of square pictures whose side is a power of two. */
interface Spectrum {
  re: Float64Array;
  im: Float64Array;
}

interface Table {
  cos: Float64Array;
  sin: Float64Array;
  reversed: Uint32Array;
  /** Weight of each frequency along one axis: high frequencies are noise and aliasing. */
  weights: Float64Array;
}

const tables = new Map<number, Table>();

const tableOf = (n: number): Table => {
  const known = tables.get(n);
  if (known) return known;
  const bits = Math.log2(n);
  const table: Table = {
    cos: new Float64Array(n / 2),
    sin: new Float64Array(n / 2),
    reversed: new Uint32Array(n),
    weights: Float64Array.from({ length: n }, (_, i) => Math.exp(-18 * (Math.min(i, n - i) / n) ** 2)),
  };
  for (let i = 0; i < n / 2; i++) {
    table.cos[i] = Math.cos((2 * Math.PI * i) / n);
    table.sin[i] = Math.sin((2 * Math.PI * i) / n);
  }
  for (let i = 0; i < n; i++) {
    let r = 0;
    for (let b = 0; b < bits; b++) if (i & (1 << b)) r |= 1 << (bits - 1 - b);
    table.reversed[i] = r;
  }
  tables.set(n, table);
  return table;
};

const transformLine = (re: Float64Array, im: Float64Array, inverse: boolean): void => {
  const n = re.length;
  const { cos, sin, reversed } = tableOf(n);
  for (let i = 0; i < n; i++) {
    const j = reversed[i]!;
    if (j <= i) continue;
    const [r, m] = [re[i]!, im[i]!];
    re[i] = re[j]!;
    re[j] = r;
    im[i] = im[j]!;
    im[j] = m;
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const step = n / size;
    for (let start = 0; start < n; start += size) {
      for (let k = 0, t = 0; k < half; k++, t += step) {
        const wr = cos[t]!;
        const wi = inverse ? sin[t]! : -sin[t]!;
        const a = start + k;
        const b = a + half;
        const xr = re[b]! * wr - im[b]! * wi;
        const xi = re[b]! * wi + im[b]! * wr;
        re[b] = re[a]! - xr;
        im[b] = im[a]! - xi;
        re[a] = re[a]! + xr;
        im[a] = im[a]! + xi;
      }
    }
  }
};

const transform = ({ re, im }: Spectrum, side: number, inverse: boolean): void => {
  for (let y = 0; y < side; y++) {
    transformLine(re.subarray(y * side, (y + 1) * side), im.subarray(y * side, (y + 1) * side), inverse);
  }
  const [columnRe, columnIm] = [new Float64Array(side), new Float64Array(side)];
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      columnRe[y] = re[y * side + x]!;
      columnIm[y] = im[y * side + x]!;
    }
    transformLine(columnRe, columnIm, inverse);
    for (let y = 0; y < side; y++) {
      re[y * side + x] = columnRe[y]!;
      im[y * side + x] = columnIm[y]!;
    }
  }
};

export interface Shift {
  /** Displacement of the second picture's content from the first's, in pixels with a fraction. */
  x: number;
  y: number;
  /** Ratio of the correlation peak to the second-highest one elsewhere; about 1 means chance. */
  clarity: number;
}

/**
 * Computes the phase correlation of two square pictures (side × side, values of any range). Returns the shift of the
 * second relative to the first, or null for a picture without content. Both are tapered towards their borders first.
 */
export const correlate = (first: Float64Array, second: Float64Array, side: number): Shift | null => {
  const both = { re: taper(first, side), im: taper(second, side) };
  transform(both, side, false);
  // Both real pictures share one transform: F = (Z + Z*)/2, G = (Z − Z*)/2i at mirrored frequencies.
  const cross: Spectrum = { re: new Float64Array(side * side), im: new Float64Array(side * side) };
  const { weights } = tableOf(side);
  let energy = 0;
  for (let v = 0; v < side; v++) {
    for (let u = 0; u < side; u++) {
      const at = v * side + u;
      const mirror = ((side - v) % side) * side + ((side - u) % side);
      const fr = (both.re[at]! + both.re[mirror]!) / 2;
      const fi = (both.im[at]! - both.im[mirror]!) / 2;
      const gr = (both.im[at]! + both.im[mirror]!) / 2;
      const gi = -(both.re[at]! - both.re[mirror]!) / 2;
      const cr = fr * gr + fi * gi;
      const ci = fr * gi - fi * gr;
      // Math.hypot costs several times as much, and overflow is impossible here.
      const size = Math.sqrt(cr * cr + ci * ci);
      if (size < 1e-9) continue;
      const weight = (weights[u]! * weights[v]!) / size;
      cross.re[at] = cr * weight;
      cross.im[at] = ci * weight;
      energy += size;
    }
  }
  if (energy < 1e-6) return null;
  transform(cross, side, true);
  const surface = cross.re;
  let best = 0;
  for (let i = 1; i < surface.length; i++) if (surface[i]! > surface[best]!) best = i;
  const [px, py] = [best % side, Math.floor(best / side)];
  let rival = 0;
  for (let y = 0; y < side; y++) {
    const dy = Math.min(Math.abs(y - py), side - Math.abs(y - py));
    for (let x = 0; x < side; x++) {
      if (surface[y * side + x]! <= rival) continue;
      const dx = Math.min(Math.abs(x - px), side - Math.abs(x - px));
      if (dx > 4 || dy > 4) rival = surface[y * side + x]!;
    }
  }
  const value = (x: number, y: number) => surface[((y + side) % side) * side + ((x + side) % side)]!;
  const parabola = (a: number, b: number, c: number) => {
    const curve = a - 2 * b + c;
    return curve < 0 ? (0.5 * (a - c)) / curve : 0;
  };
  const x = px + parabola(value(px - 1, py), value(px, py), value(px + 1, py));
  const y = py + parabola(value(px, py - 1), value(px, py), value(px, py + 1));
  return {
    x: x > side / 2 ? x - side : x,
    y: y > side / 2 ? y - side : y,
    clarity: surface[best]! / Math.max(1e-12, rival),
  };
};

const taper = (picture: Float64Array, side: number): Float64Array => {
  let sum = 0;
  for (const value of picture) sum += value;
  const average = sum / picture.length;
  const out = new Float64Array(picture.length);
  const border = side / 8;
  const fade = (i: number) => {
    const edgeDistance = Math.min(i, side - 1 - i);
    return edgeDistance >= border ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (edgeDistance + 0.5)) / border);
  };
  const weights = Float64Array.from({ length: side }, (_, i) => fade(i));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      out[y * side + x] = (picture[y * side + x]! - average) * weights[x]! * weights[y]!;
    }
  }
  return out;
};
