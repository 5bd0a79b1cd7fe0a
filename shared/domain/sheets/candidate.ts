import type { Extent, Line } from './lines.ts';

/** A value that a field may have. */
export interface Candidate {
  text: string;
  score: number;
  place: Extent;
  size: number;
  angle: number;
  /** A label or the words themselves speak for it, so that repetition over a set says little against it. */
  backed: boolean;
  /** Nothing says that it is anything else. */
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

/** Least score of a value; a page of office paper must show more. */
export const LEAST = { sheet_number: 3.3, title: 2.7, date: 1.1 } as const;

/** Marks of sections and notes of the drawing reach into the places of title blocks in small letters. */
export const SMALL_PRINT = 0.8;
