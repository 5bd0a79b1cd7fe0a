import type { DrawnBox } from './drawing-geometry.ts';
import { fitSize } from './font.ts';
import type { ResolvedSheet } from './options.ts';
import { type Element, element, line, rect, text } from './primitives.ts';
import {
  type BlockRow,
  consultants,
  type Firm,
  firmOf,
  office,
  revisionTable,
  rowsOf,
  stack,
  thin,
} from './title-block-parts.ts';
import { MM } from './units.ts';

export interface TitleBlock {
  elements: Element[];
  /** the block itself */
  box: DrawnBox;
  /** what the frame leaves for the drawing */
  free: DrawnBox;
}

/** Draws the right-hand strip with sheet title and project rotated upwards, as is usual in American offices. */
const rotated = (sheet: ResolvedSheet, firm: Firm, box: DrawnBox, scale: number): Element[] => {
  const unit = MM * scale;
  const rows = rowsOf(sheet, firm).slice(0, 3);
  const { elements, top } = stack(rows, box, scale);
  const middle = box.y + 75 * unit;
  const low = middle + 112 * unit;
  const upright = (
    id: string,
    value: string | null,
    fraction: number,
    size: number,
    from: number,
    to: number,
  ): void => {
    const x = box.x + fraction * box.width;
    if (value === null) return;
    const fitted = fitSize(value, from - to - 4 * unit, size, 'bold');
    elements.push(
      element(
        `title-block/${id}`,
        'title-block',
        text(value, x, from - 3 * unit, { size: fitted, font: 'bold', angle: 270 }),
      ),
    );
  };
  upright('title', sheet.title, 0.82, 8 * unit, top, low);
  upright('project', sheet.project, 0.52, 5 * unit, top, low);
  upright('client', firm.client, 0.28, 3.2 * unit, top, low);
  elements.push(element('title-block/strip', 'title-block', line([box.x, low], [box.x + box.width, low], thin)));
  elements.push(
    ...revisionTable(sheet, { x: box.x, y: middle - 40 * unit, width: box.width, height: 36 * unit }, 5 * unit),
  );
  elements.push(consultants(firm, { ...box, y: middle + 4 * unit, height: 110 * unit }, scale));
  elements.push(office(firm, { x: box.x, y: box.y, width: box.width, height: 28 * unit }, scale));
  return elements;
};

const strip = (sheet: ResolvedSheet, firm: Firm, box: DrawnBox, scale: number): Element[] => {
  const unit = MM * scale;
  const { elements, top } = stack(rowsOf(sheet, firm), box, scale);
  elements.push(consultants(firm, { ...box, y: box.y + 32 * unit, height: 110 * unit }, scale));
  elements.push(
    ...revisionTable(sheet, { x: box.x, y: top - 44 * unit, width: box.width, height: 40 * unit }, 5 * unit),
  );
  elements.push(office(firm, { x: box.x, y: box.y, width: box.width, height: 28 * unit }, scale));
  return elements;
};

const bottom = (sheet: ResolvedSheet, firm: Firm, box: DrawnBox, scale: number): Element[] => {
  const [number, small, dates, title, project, client] = rowsOf(sheet, firm) as [
    BlockRow,
    BlockRow,
    BlockRow,
    BlockRow,
    BlockRow,
    BlockRow,
  ];
  const part = (from: number, to: number): DrawnBox => ({
    ...box,
    x: box.x + from * box.width,
    width: (to - from) * box.width,
  });
  const fill = (rows: BlockRow[]): BlockRow[] => {
    const total = rows.reduce((sum, row) => sum + row.height, 0);
    return rows.map((row) => ({ ...row, height: (row.height * box.height) / total / MM / scale }));
  };
  return [
    office(firm, part(0, 0.2), scale),
    ...revisionTable(sheet, part(0.2, 0.46), box.height / 7),
    ...stack(fill([client, project]), part(0.46, 0.64), scale).elements,
    ...stack(fill([small, dates, title]), part(0.64, 0.87), scale).elements,
    ...stack(fill([number]), part(0.87, 1), scale).elements,
  ];
};

/** Draws frame and title block, and returns the area that they leave free. */
export const titleBlock = (sheet: ResolvedSheet): TitleBlock => {
  const { width, height } = sheet.page;
  const scale = sheet.size === 'A3' ? 0.62 : sheet.size === 'A2' ? 0.8 : 1;
  const margin = 10 * MM * scale;
  const frame = { x: 2 * margin, y: margin, width: width - 3 * margin, height: height - 2 * margin };
  const firm = firmOf(sheet);
  const right = frame.x + frame.width;
  const low = frame.y + frame.height;
  const gap = 6 * MM * scale;
  const style = sheet.titleBlock;
  const box: DrawnBox =
    style === 'corner'
      ? { x: right - 180 * MM * scale, y: low - 84 * MM * scale, width: 180 * MM * scale, height: 84 * MM * scale }
      : style === 'bottom'
        ? { x: frame.x, y: low - 48 * MM * scale, width: frame.width, height: 48 * MM * scale }
        : { x: right - 92 * MM * scale, y: frame.y, width: 92 * MM * scale, height: frame.height };
  const free: DrawnBox =
    style === 'bottom'
      ? { x: frame.x + gap, y: frame.y + gap, width: frame.width - 2 * gap, height: box.y - frame.y - 2 * gap }
      : style === 'corner'
        ? { x: frame.x + gap, y: frame.y + gap, width: frame.width - 2 * gap, height: frame.height - 2 * gap }
        : { x: frame.x + gap, y: frame.y + gap, width: box.x - frame.x - 2 * gap, height: frame.height - 2 * gap };
  const draw = { corner: strip, strip, rotated, bottom }[style];
  // The block in the corner is a strip laid on its side: revisions and office on the left, cells on the right.
  const body =
    style === 'corner'
      ? [
          ...stack(rowsOf(sheet, firm), { ...box, x: box.x + box.width * 0.44, width: box.width * 0.56 }, scale)
            .elements,
          office(firm, { x: box.x, y: box.y, width: box.width * 0.44, height: box.height * 0.4 }, scale),
          ...revisionTable(
            sheet,
            { x: box.x, y: box.y + box.height * 0.4, width: box.width * 0.44, height: box.height * 0.6 },
            5 * MM * scale,
          ),
        ]
      : draw(sheet, firm, box, scale);
  return {
    box,
    free,
    elements: [
      element(
        'frame',
        'frame',
        rect(frame, { stroke: { width: 0.7 * MM } }),
        rect(box, { stroke: { width: 0.5 * MM } }),
      ),
      ...body,
    ],
  };
};
