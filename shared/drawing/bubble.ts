import type { Bounds } from './linework.ts';

/** A circle and the words inside. */
export interface Bubble {
  x: number;
  y: number;
  radius: number;
  /** Lines of text from the top, as they are read. */
  lines: string[];
  /** 0 for a circle; 4 or 6 for the regular polygon around it. */
  corners: 0 | 4 | 6;
}

export const boxOfBubble = ({ x, y, radius }: Bubble): Bounds => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
});
