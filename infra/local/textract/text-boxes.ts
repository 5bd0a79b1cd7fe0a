import type { PixelBox } from '../../../shared/pdf/page-matrix.ts';

/** Minimum probability of a pixel that is text, and mean of a line's pixels; as published with the network (PP-OCR). */
const MINIMUM_PIXEL_PROBABILITY = 0.3;
const MINIMUM_LINE_PROBABILITY = 0.5;
/** Minimum number of pixels of a line. */
const MINIMUM_LINE_PIXELS = 10;
/** By how much a line is grown: the network marks its core. In its area per perimeter. */
const GROWTH_RATIO = 1.6;

/** The connected pixels of a line: their box, number, and sum of probabilities. */
interface Component extends PixelBox {
  pixels: number;
  sum: number;
}

/** Returns the pixels connected with the first one, and marks them as seen. */
const componentAt = (
  first: number,
  probabilities: Float32Array,
  width: number,
  seen: Uint8Array,
  stack: number[],
): Component => {
  const component = { left: width, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0, pixels: 0, sum: 0 };
  const visit = (at: number): void => {
    if (seen[at] === 1 || !(probabilities[at]! >= MINIMUM_PIXEL_PROBABILITY)) return;
    seen[at] = 1;
    stack.push(at);
  };
  visit(first);
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    component.left = Math.min(component.left, x);
    component.right = Math.max(component.right, x + 1);
    component.top = Math.min(component.top, y);
    component.bottom = Math.max(component.bottom, y + 1);
    component.pixels += 1;
    component.sum += probabilities[at]!;
    if (x > 0) visit(at - 1);
    if (x + 1 < width) visit(at + 1);
    if (y > 0) visit(at - width);
    if (at + width < probabilities.length) visit(at + width);
  }
  return component;
};

/**
 * Returns the boxes of the lines of text in an image, in its pixels, from the probability of each pixel to be in the core of
 * a line (differentiable binarisation, arXiv:1911.08947).
 */
export const textBoxes = (
  probabilities: Float32Array,
  { width, height }: { width: number; height: number },
): PixelBox[] => {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const boxes: PixelBox[] = [];
  for (let at = 0; at < seen.length; at++) {
    if (seen[at] === 1 || !(probabilities[at]! >= MINIMUM_PIXEL_PROBABILITY)) continue;
    const { left, top, right, bottom, pixels, sum } = componentAt(at, probabilities, width, seen, stack);
    if (pixels < MINIMUM_LINE_PIXELS || sum < MINIMUM_LINE_PROBABILITY * pixels) continue;
    const [wide, high] = [right - left, bottom - top];
    const by = (GROWTH_RATIO * wide * high) / (2 * (wide + high));
    boxes.push({
      left: Math.max(0, left - by),
      top: Math.max(0, top - by),
      right: Math.min(width, right + by),
      bottom: Math.min(height, bottom + by),
    });
  }
  return boxes;
};
