import type { GreyImage } from '../../../shared/ocr/grey.ts';
import type { PixelBox } from '../../../shared/pdf/page-matrix.ts';

/**
 * Returns the part of a box that has ink, which is darker than the mean of its lightest and darkest pixel; the whole box if
 * its rows and columns all have some.
 */
export const inkBox = ({ data, width }: GreyImage, box: PixelBox): PixelBox => {
  let [darkest, lightest] = [255, 0];
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const grey = data[y * width + x]!;
      darkest = Math.min(darkest, grey);
      lightest = Math.max(lightest, grey);
    }
  }
  const limit = (darkest + lightest) / 2;
  const ink = { left: box.right, right: box.left, top: box.bottom, bottom: box.top };
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      if (data[y * width + x]! >= limit) continue;
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x + 1);
      ink.top = Math.min(ink.top, y);
      ink.bottom = Math.max(ink.bottom, y + 1);
    }
  }
  return ink.left < ink.right ? ink : box;
};
