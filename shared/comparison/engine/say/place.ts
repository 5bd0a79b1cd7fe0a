import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Box } from '../geometry.ts';
import type { SheetSource } from '../read/sheet-source.ts';

export const round = (value: number, digits: number): number => Number(value.toFixed(digits)) || 0;

/** Returns the size of a page in millimetres from its size in points. */
export const paperOf = ({ width, height }: { width: number; height: number }) => ({
  width_mm: round((width * 25.4) / 72, 1),
  height_mm: round((height * 25.4) / 72, 1),
});

export const fractions = (box: Box, width: number, height: number): Box => {
  const x = Math.min(1, Math.max(0, box.x / width));
  const y = Math.min(1, Math.max(0, box.y / height));
  return {
    x: round(x, 6),
    y: round(y, 6),
    width: round(Math.min(1, Math.max(0, (box.x + box.width) / width)) - x, 6),
    height: round(Math.min(1, Math.max(0, (box.y + box.height) / height)) - y, 6),
  };
};

/** Converts a box in points to the fields of an item: fractions of the page, and pixels of the overlay image. */
export const place = (box: Box, newer: SheetSource, sheets: AlignedSheets) => ({
  bounding_box: fractions(box, newer.text.width, newer.text.height),
  page: newer.page,
  pixel_box: {
    x: Math.round(box.x * sheets.density),
    y: Math.round(box.y * sheets.density),
    width: Math.max(1, Math.round(box.width * sheets.density)),
    height: Math.max(1, Math.round(box.height * sheets.density)),
  },
});
