import type { Extent, Line } from './lines.ts';

/** A possible value of a field. */
export interface Candidate {
  text: string;
  score: number;
  place: Extent;
  size: number;
  angle: number;
  /** Whether a label or the words themselves support it, so that repetition over a set is weak evidence against it. */
  backed: boolean;
  /** Whether nothing indicates that it is anything else. */
  plain?: boolean;
}

export const candidate = (line: Line, text: string, score: number, backed = false): Candidate => ({
  text,
  score,
  place: line.place,
  size: line.size,
  angle: line.angle,
  backed,
});

/** Minimum scores; a page of office paper needs more. */
export const MINIMUM_SCORE = { sheet_number: 3.3, title: 2.7, date: 1.1 } as const;

/**
 * Maximum size, relative to the block's lettering, of section marks and notes of the drawing in the areas of title
 * blocks.
 */
export const SMALL_PRINT = 0.8;
