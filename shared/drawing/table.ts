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

/** A ruled table of a page. */
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
