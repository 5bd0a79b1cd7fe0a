/** A circle, or a regular polygon, and the words inside. */
export interface Bubble {
  x: number;
  y: number;
  radius: number;
  /** Lines of text from the top, as they are read. */
  lines: string[];
  /** 0 for a circle; 4 or 6 for the regular polygon around it. */
  corners: 0 | 4 | 6;
}
