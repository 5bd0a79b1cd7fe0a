import {
  circle,
  type DrawnBox,
  type DrawnPoint,
  type DrawnView,
  dimension,
  type Element,
  element,
  hatch,
  line,
  lines,
  MM,
  makeSheet,
  type Primitive,
  polygon,
  type Random,
  rect,
  seededRandom,
  text,
} from './drawing.ts';

/** One view of a detail sheet: its elements and the cell available to it. */
export interface Detail {
  name: string;
  cell: DrawnBox;
  elements: Element[];
}

export interface DetailSheet {
  page: { width: number; height: number };
  /** Frame and title block. */
  frame: Element[];
  details: Detail[];
  /** Empty cells. */
  free: DrawnBox[];
}

const SUBJECTS = [
  'PARAPET',
  'SILL',
  'HEAD',
  'JAMB',
  'EAVES',
  'PLINTH',
  'STAIR NOSING',
  'BALUSTRADE',
  'GUTTER',
  'RIDGE',
];
const LAYERS = [
  'VAPOUR CONTROL LAYER',
  'MINERAL WOOL 180',
  'CEMENT BOARD 12.5',
  'CONCRETE C30/37',
  'SCREED 65',
  'PROTECTION MAT',
  'BATTENS 38 × 50',
  'EPDM MEMBRANE',
  'ANGLE 100 × 100 × 8',
  'SEALANT ON BACKER ROD',
  'BRICK SLIP 20',
  'CAVITY 50',
];
const fine = { width: 0.4 };
const medium = { width: 0.8 };
const heavy = { width: 1.4 };

/** A layered construction with leaders, dimensions, bolts and its title. */
export const drawDetail = (r: Random, name: string, number: number, cell: DrawnBox, scale = '1:10'): Detail => {
  const unit = Math.min(cell.width / 240, cell.height / 230);
  const at = (x: number, y: number): DrawnPoint => [cell.x + x * unit, cell.y + y * unit];
  const box = (x: number, y: number, w: number, h: number): DrawnBox => ({
    x: cell.x + x * unit,
    y: cell.y + y * unit,
    width: w * unit,
    height: h * unit,
  });
  const id = (part: string) => `detail/${number}/${part}`;
  const count = r.int(3, 4);
  const labels = r.shuffle(LAYERS).slice(0, count + 1);
  const elements: Element[] = [];
  const view: DrawnView = { x: cell.x, y: cell.y, k: unit / 10, units: 'metric', pen: 0.62 };
  let x = 30;
  const stops: number[] = [x * 10];
  for (let i = 0; i < count; i++) {
    const width = r.int(12, 26);
    const layer = box(x, 40, width, r.int(90, 110));
    const fill: Primitive[] =
      i % 3 === 0
        ? [hatch(layer, r.int(3, 5), fine, 3, r.chance(0.5))]
        : i % 3 === 1
          ? [
              lines(
                Array.from({ length: 9 }, (_, k): [DrawnPoint, DrawnPoint] => [
                  [layer.x, layer.y + ((k + 1) * layer.height) / 10],
                  [layer.x + layer.width, layer.y + ((k + 0.5) * layer.height) / 10],
                ]),
                fine,
              ),
            ]
          : [];
    elements.push(element(id(`layer/${i}`), 'layer', [rect(layer, { stroke: i === 0 ? heavy : medium }), ...fill]));
    const y = 48 + i * 22;
    const from = at(x + width / 2, y);
    const elbow = at(150, y);
    elements.push(
      element(id(`leader/${i}`), 'leader', [
        lines([[from, elbow]], fine),
        circle(from, 1.4, { fill: 0 }),
        text(labels[i]!, elbow[0] + 3, elbow[1] + 2.2, { size: 6.2 }),
      ]),
    );
    x += width;
    stops.push(x * 10);
  }
  stops.slice(1).forEach((stop, i) => {
    elements.push(dimension(id(`dimension/${i}`), view, 'x', stops[i]!, stop, cell.y + 30 * unit));
  });
  const slab = box(30, 156, x - 30 + r.int(8, 30), 14);
  elements.push(element(id('slab'), 'layer', [rect(slab, { stroke: heavy }), hatch(slab, 4, fine, 3)]));
  elements.push(dimension(id('dimension/slab'), view, 'y', 1560, 1700, cell.x + 18 * unit));
  const bolt = at(x + 14, 120);
  elements.push(
    element(id('bolt'), 'symbol', [
      circle(bolt, 5, { stroke: medium }),
      line([bolt[0] - 8, bolt[1]], [bolt[0] + 8, bolt[1]], fine),
      line([bolt[0], bolt[1] - 8], [bolt[0], bolt[1] + 8], fine),
    ]),
  );
  const flag = at(150, 150);
  elements.push(
    element(id('flag'), 'symbol', [
      polygon([flag, [flag[0] + 16, flag[1] + 6], [flag[0], flag[1] + 12]], { stroke: medium }),
      line([flag[0], flag[1]], [flag[0], flag[1] + 20], medium),
    ]),
  );
  const title = at(14, 200);
  elements.push(
    element(id('title'), 'view-title', [
      circle(title, 10, { stroke: medium }),
      text(String(number), title[0], title[1] + 3.4, { size: 10, font: 'bold', align: 'center' }),
      text(name, title[0] + 16, title[1] - 2, { size: 9, font: 'bold' }),
      line([title[0] + 10, title[1]], [title[0] + 120, title[1]], medium),
      text(`SCALE ${scale}`, title[0] + 16, title[1] + 8, { size: 6 }),
    ]),
  );
  return { name, cell, elements };
};

/** A sheet of details in a grid; the last `empty` cells remain free. */
export const makeDetailSheet = (seed: number | string, empty = 2): DetailSheet => {
  const r = seededRandom(seed, 'details');
  const sheet = makeSheet({
    seed,
    kind: 'section',
    size: 'A2',
    title_block: 'strip',
    sheet_number: 'A-501',
    title: 'DETAILS',
  });
  const frame = sheet.elements.filter((e) => e.role === 'frame' || e.role === 'title-block');
  const area: DrawnBox = {
    x: 24 * MM,
    y: 14 * MM,
    width: sheet.titleBlock.x - 30 * MM,
    height: sheet.options.page.height - 30 * MM,
  };
  const [columns, rows] = [4, 3];
  const cells = Array.from(
    { length: columns * rows },
    (_, i): DrawnBox => ({
      x: area.x + ((i % columns) * area.width) / columns,
      y: area.y + (Math.floor(i / columns) * area.height) / rows,
      width: area.width / columns - 24,
      height: area.height / rows - 24,
    }),
  );
  const used = cells.slice(0, cells.length - empty);
  const subjects = r.shuffle(SUBJECTS);
  return {
    page: sheet.options.page,
    frame,
    details: used.map((cell, i) =>
      drawDetail(r, `${subjects[i % subjects.length]!} ${i < subjects.length ? 'DETAIL' : 'SECTION'}`, i + 1, cell),
    ),
    free: cells.slice(cells.length - empty),
  };
};

export const elementsOf = (sheet: DetailSheet): Element[] => [
  ...sheet.frame,
  ...sheet.details.flatMap((d) => d.elements),
];
