import type { Native } from './pdfium.ts';
import type { Matrix } from './protocol.ts';

// PDFium transforms with single-precision matrices; to obtain exactly its pixels, this code rounds as PDFium does.

const single = Math.fround;

/** Returns `first` followed by `second`, each step rounded as in PDFium. */
export const follow = ([a, b, c, d, e, f]: Matrix, [ra, rb, rc, rd, re, rf]: Matrix): Matrix => {
  const dot = (x: number, rx: number, y: number, ry: number) => single(single(x * rx) + single(y * ry));
  return [
    dot(a, ra, b, rc),
    dot(a, rb, b, rd),
    dot(c, ra, d, rc),
    dot(c, rb, d, rd),
    single(dot(e, ra, f, rc) + re),
    single(dot(e, rb, f, rd) + rf),
  ];
};

/** A half-open rectangle in pixels, from the upper left corner of an image. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Returns the matrix from page space (origin bottom left, not rotated) to pixels, where the displayed page fills
 * `box`.
 */
const fill = (pdf: Native, page: number, box: PixelBox): Matrix => {
  const at = pdf.malloc(16);
  pdf.FPDF_GetPageBoundingBox(page, at);
  const [left, top, right, bottom] = new Float32Array(pdf.memory.buffer, at, 4) as unknown as number[];
  pdf.free(at);
  const upright: Matrix[] = [
    [1, 0, 0, 1, -left!, -bottom!],
    [0, -1, 1, 0, -bottom!, right!],
    [-1, 0, 0, -1, right!, top!],
    [0, 1, -1, 0, top!, -left!],
  ];
  const scaleX = single((box.right - box.left) / pdf.FPDF_GetPageWidthF(page));
  const scaleY = single((box.top - box.bottom) / pdf.FPDF_GetPageHeightF(page));
  return follow(upright[pdf.FPDFPage_GetRotation(page) & 3]!, [scaleX, 0, 0, scaleY, box.left, box.bottom]);
};

/** The transformation that FPDF_RenderPageBitmapWithMatrix applies before its matrix. */
const beforeMatrix = (pdf: Native, page: number): Matrix =>
  fill(pdf, page, { left: 0, top: 0, right: pdf.FPDF_GetPageWidthF(page), bottom: pdf.FPDF_GetPageHeightF(page) });

/** Returns the matrix from page space to the pixels of FPDF_RenderPageBitmapWithMatrix with `matrix`. */
export const throughMatrix = (pdf: Native, page: number, matrix: Matrix): Matrix =>
  follow(beforeMatrix(pdf, page), matrix.map(single) as unknown as Matrix);

/** Returns the single-precision numbers around `value`, nearest first. */
const neighbours = (value: number): number[] => {
  const bits = new Int32Array(1);
  const number = new Float32Array(bits.buffer);
  return [0, 1, -1, 2, -2, 3, -3].map((step) => {
    number[0] = value;
    bits[0]! += step;
    return number[0]!;
  });
};

/**
 * Returns the matrix with which FPDF_RenderPageBitmapWithMatrix draws exactly the pixels that FPDF_RenderPageBitmap
 * draws when the page fills `box`; null if rounding permits none.
 */
export const matrixFilling = (pdf: Native, page: number, box: PixelBox): Matrix | null => {
  const before = beforeMatrix(pdf, page);
  const wanted = fill(pdf, page, box);
  const solve = (scaled: number, target: number, moved: number, offset: number): [number, number] | undefined => {
    for (const scale of neighbours(target / scaled)) {
      if (single(scaled * scale) !== target) continue;
      const by = single(moved * scale);
      const shift = neighbours(offset - by).find((shift) => single(by + shift) === offset);
      if (shift !== undefined) return [scale, shift];
    }
    return undefined;
  };
  const across = solve(before[0] || before[2], wanted[0] || wanted[2], before[4], wanted[4]);
  const down = solve(before[1] || before[3], wanted[1] || wanted[3], before[5], wanted[5]);
  return across && down ? [across[0], 0, 0, down[0], across[1], down[1]] : null;
};
