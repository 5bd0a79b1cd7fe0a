import * as z from 'zod';
import type { DrawingModel, Table } from '../../../shared/drawing/index.ts';
import { BoxView, fractionsOf } from '../../../shared/http/box-view.ts';

export const TableView = z
  .object({
    number: z.int().min(1).meta({ description: 'Its number among the tables of the document' }),
    page: z.int().min(1).meta({ description: 'The page of the document' }),
    kind: z.enum(['schedule', 'revisions', 'legend', 'title_block', 'table']),
    title: z
      .string()
      .nullable()
      .meta({ description: 'The text of the row that spans all columns, or the line above the table' }),
    bounding_box: BoxView,
    rows: z.int().meta({ description: 'Rows of the grid' }),
    columns: z.int().meta({ description: 'Columns of the grid' }),
    confidence: z.number().meta({ description: '0 to 1' }),
    cells: z
      .array(
        z.object({
          row: z.int().meta({ description: 'From 0' }),
          column: z.int().meta({ description: 'From 0' }),
          row_span: z.int().meta({ description: 'Number of rows that it spans' }),
          column_span: z.int().meta({ description: 'Number of columns that it spans' }),
          text: z.string().meta({ description: 'Lines separated by `\\n`; empty for an empty cell' }),
          bounding_box: BoxView,
        }),
      )
      .meta({ description: 'Row by row from the top left; a merged cell appears once' }),
  })
  .meta({ id: 'DocumentTable' });

/** A table with its number and the drawing of its page. */
export interface PlacedTable {
  number: number;
  model: DrawingModel;
  table: Table;
}

/** Returns the tables of all pages in order, numbered from 1. */
export const numbered = (models: readonly DrawingModel[]): PlacedTable[] =>
  models
    .flatMap((model) => model.tables.map((table) => ({ model, table })))
    .map((placed, i) => ({ number: i + 1, ...placed }));

export const toTableView = ({ number, model, table }: PlacedTable): z.input<typeof TableView> => {
  const { kind, title, rows, columns, confidence, cells, box } = table;
  return {
    number,
    page: model.page,
    kind,
    title,
    bounding_box: fractionsOf(box, model),
    rows,
    columns,
    confidence,
    cells: cells.map(({ box: place, ...cell }) => ({ ...cell, bounding_box: fractionsOf(place, model) })),
  };
};
