import { fitSize } from './font.ts';
import { type DrawnPoint, type Element, element, lines, rect, text } from './primitives.ts';

export interface TableOptions {
  id: string;
  title: string;
  /** left edge and baseline of the title */
  x: number;
  y: number;
  widths: readonly number[];
  rowHeight: number;
  size: number;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Draws a ruled schedule: one element for the rules and headings, and one for each cell. */
export const table = (o: TableOptions): Element[] => {
  const top = o.y + o.rowHeight * 0.5;
  const width = o.widths.reduce((a, b) => a + b, 0);
  const height = o.rowHeight * (o.rows.length + 1.3);
  const lefts = o.widths.map((_, i) => o.x + o.widths.slice(0, i).reduce((a, b) => a + b, 0));
  const rowTop = (i: number): number => top + o.rowHeight * (1.3 + i);
  const rules: [DrawnPoint, DrawnPoint][] = [
    ...lefts.slice(1).map((x): [DrawnPoint, DrawnPoint] => [
      [x, top],
      [x, top + height],
    ]),
    ...o.rows.map((_, i): [DrawnPoint, DrawnPoint] => [
      [o.x, rowTop(i)],
      [o.x + width, rowTop(i)],
    ]),
  ];
  const pad = o.size * 0.6;
  const put = (value: string, column: number, y: number, font: 'regular' | 'bold') => {
    const size = fitSize(value, o.widths[column]! - 2 * pad, o.size, font);
    return text(value, lefts[column]! + pad, y, { size, font });
  };
  return [
    element(o.id, 'table', [
      text(o.title, o.x, o.y, { size: o.size * 1.7, font: 'bold' }),
      rect({ x: o.x, y: top, width, height }, { stroke: { width: o.size * 0.16 } }),
      lines(rules, { width: o.size * 0.07 }),
      ...o.head.map((value, i) => put(value, i, rowTop(0) - o.rowHeight * 0.45, 'bold')),
    ]),
    ...o.rows.flatMap((row, i) =>
      row
        .map((value, j) => ({ value, j }))
        .filter(({ value }) => value !== '')
        .map(({ value, j }) =>
          element(`${o.id}/${i}/${j}`, 'cell', put(value, j, rowTop(i) + o.rowHeight * 0.66, 'regular')),
        ),
    ),
  ];
};
