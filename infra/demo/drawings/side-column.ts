import { pen } from './drawing-annotations.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import { wrap } from './font.ts';
import { arc, circle, type Element, element, hatch, line, type Primitive, rect, text } from './primitives.ts';
import type { DrawnView } from './view.ts';

/** Draws a numbered list of notes in a column, one element per note; also returns where the list ends. */
export const notesList = (
  v: DrawnView,
  heading: string,
  notes: readonly string[],
  column: DrawnBox,
): { elements: Element[]; end: number } => {
  const size = pen(v, 2.6);
  const leading = size * 1.35;
  const indent = pen(v, 7);
  let y = column.y + pen(v, 5);
  const elements = [
    element('notes/heading', 'heading', [
      text(heading, column.x, y, { size: pen(v, 4), font: 'bold' }),
      line([column.x, y + pen(v, 1.5)], [column.x + column.width, y + pen(v, 1.5)], { width: pen(v, 0.35) }),
    ]),
  ];
  y += pen(v, 7);
  notes.forEach((note, i) => {
    const rows = wrap(note, column.width - indent, size);
    const first = y;
    const body = rows.map((row, j) => text(row, column.x + indent, first + j * leading, { size }));
    elements.push(element(`note/${i + 1}`, 'note', [text(`${i + 1}.`, column.x, first, { size }), ...body]));
    y += rows.length * leading + size * 0.6;
  });
  return { elements, end: y };
};

/** Draws swatches that explain hatches and symbols. */
export const legend = (v: DrawnView, column: DrawnBox): { elements: Element[]; end: number } => {
  const stroke = { width: pen(v, 0.25) };
  const size = pen(v, 2.6);
  const swatch = (y: number): DrawnBox => ({ x: column.x, y, width: pen(v, 14), height: pen(v, 5) });
  const fine = { width: pen(v, 0.13) };
  const entries: readonly (readonly [string, (b: DrawnBox) => Primitive[]])[] = [
    ['EXTERNAL MASONRY WALL', (b) => [rect(b, { stroke, fill: 0.92 }), hatch(b, pen(v, 1.2), fine, 5)]],
    ['STUD PARTITION, 60 MIN. FIRE RATED', (b) => [rect(b, { stroke, fill: 0.75 })]],
    ['TILED FLOOR, SLIP RESISTANT', (b) => [rect(b, { stroke }), hatch(b, pen(v, 1.6), fine, 5, true)]],
    ['WALL TO BE REMOVED', (b) => [rect(b, { stroke: { ...stroke, dash: [pen(v, 1.5), pen(v, 1)] } })]],
    [
      'DOOR, SEE SCHEDULE',
      (b) => [line([b.x, b.y + b.height], [b.x, b.y], stroke), arc([b.x, b.y + b.height], b.height, 270, 360, fine)],
    ],
    ['SMOKE DETECTOR', (b) => [circle([b.x + b.height / 2, b.y + b.height / 2], b.height / 2, { stroke })]],
  ];
  let y = column.y + pen(v, 5);
  const elements = [
    element('legend/heading', 'heading', [
      text('LEGEND', column.x, y, { size: pen(v, 4), font: 'bold' }),
      line([column.x, y + pen(v, 1.5)], [column.x + column.width, y + pen(v, 1.5)], { width: pen(v, 0.35) }),
    ]),
  ];
  y += pen(v, 5);
  entries.forEach(([label, draw], i) => {
    const box = swatch(y);
    const caption = text(label, column.x + pen(v, 18), y + pen(v, 3.4), { size });
    elements.push(element(`legend/${i}`, 'legend', [...draw(box), caption]));
    y += pen(v, 8);
  });
  return { elements, end: y };
};
