import type { Extent } from './extent.ts';

const clamp = (value: number): number => Math.max(0, Math.min(1, value));

/**
 * Returns the likelihood (0..1) that a position is in a title block: right strip, bottom strip, and most of all their
 * corner.
 */
export const regionOf = (place: Extent): number => {
  const x = (place.u0 + place.u1) / 2;
  const y = (place.v0 + place.v1) / 2;
  const right = clamp((x - 0.7) / 0.18) * (0.7 + 0.3 * y);
  const bottom = clamp((y - 0.76) / 0.14) * (0.35 + 0.65 * x);
  const corner = clamp((x - 0.5) / 0.2) * clamp((y - 0.6) / 0.2);
  const top = 0.3 * clamp((0.14 - y) / 0.05);
  return Math.max(right, bottom, corner, top);
};

/** Returns 1 in the bottom right corner, decreasing to 0 at half the sheet's distance. */
export const cornerOf = (place: Extent): number => clamp(1 - Math.hypot(1 - place.u1, 1 - place.v1) / 0.5);

/** Returns the lines most likely in a title block: a page may have ten thousand, and each is compared with each. */
export const mostLikely = <L extends { place: Extent; size: number }>(lines: L[], most: number): L[] => {
  if (lines.length <= most) return lines;
  const largest = [...lines].sort((a, b) => b.size - a.size).slice(0, most / 4);
  const placed = [...lines].sort((a, b) => regionOf(b.place) - regionOf(a.place)).slice(0, most);
  return [...new Set([...placed, ...largest])];
};
export const MOST_FIELDS = 1200;
export const MOST_LABELS = 240;
