import type { Bounds } from './linework.ts';

/** The subject of a table, by its words. */
export type TableKind = 'schedule' | 'revisions' | 'legend' | 'title_block' | 'table';

/** A cell of a table; rows and columns are counted from 0. */
export interface TableCell {
  row: number;
  column: number;
  row_span: number;
  column_span: number;
  /** Lines separated by `\n`. */
  text: string;
  /** Points, as displayed. */
  box: Bounds;
}

/** A table of a page: ruled, or a legend in a frame whose rows and columns no rules divide. */
export interface Table {
  kind: TableKind;
  /** The text of a cell across all columns at its top, or else the line of text above it; null without. */
  title: string | null;
  box: Bounds;
  rows: number;
  columns: number;
  /** Row by row, including empty cells. */
  cells: TableCell[];
  /** 0 to 1. */
  confidence: number;
}
