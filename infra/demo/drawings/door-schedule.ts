import { table } from './draw-table.ts';
import { dimension, pen, viewTitle } from './drawing-annotations.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import type { DrawnElements } from './floor-plan.ts';
import type { ResolvedSheet } from './options.ts';
import { circle, type Element, element, hatch, rect, text } from './primitives.ts';
import { seededRandom } from './random.ts';
import { FOOT, formatLength, MM } from './units.ts';
import { boxAt, type DrawnView } from './view.ts';

const HEAD = ['DOOR', 'ROOM', 'TYPE', 'WIDTH', 'HEIGHT', 'LEAF', 'FRAME', 'FIRE RATING', 'HARDWARE', 'REMARKS'];
const SHARES = [0.07, 0.16, 0.06, 0.08, 0.08, 0.13, 0.12, 0.1, 0.08, 0.12];
const ROOMS = [
  'OFFICE',
  'CORRIDOR',
  'STAIR',
  'WC',
  'STORE',
  'MEETING ROOM',
  'CLASSROOM',
  'LOBBY',
  'PLANT ROOM',
  'KITCHEN',
];

const doorRow = (sheet: ResolvedSheet, number: number): string[] => {
  const r = seededRandom(sheet.seed, `door/${number}`);
  const metric = sheet.units === 'metric';
  const room = r.pick(ROOMS);
  const rated = ['STAIR', 'PLANT ROOM', 'STORE'].includes(room);
  const width = metric ? r.pick([800, 900, 950, 1000, 1800]) : r.pick([2.5, 3, 3.5, 6]) * FOOT;
  const height = metric ? r.pick([2100, 2100, 2200, 2400]) : r.pick([7, 7, 8]) * FOOT;
  return [
    `D${number}`,
    room,
    rated ? 'C' : r.pick(['A', 'A', 'B', 'D']),
    formatLength(width, sheet.units),
    formatLength(height, sheet.units),
    rated ? 'STEEL, PAINTED' : r.pick(['OAK VENEER', 'LAMINATE', 'GLAZED ALUMINIUM']),
    rated ? 'STEEL' : r.pick(['HARDWOOD', 'STEEL', 'ALUMINIUM']),
    rated ? r.pick(['60 MIN', '90 MIN']) : r.pick(['', '', '30 MIN']),
    `HW-${r.int(1, 9)}`,
    r.pick(['', '', '', 'UNDERCUT 15', 'VISION PANEL', 'HOLD OPEN', 'ACCESS CONTROL']),
  ];
};

/** Draws the four leaf types at 1:50 below the table. */
const leafTypes = (v: DrawnView, x: number, y: number): Element[] =>
  (['A', 'B', 'C', 'D'] as const).flatMap((name, i) => {
    const k = MM / 50;
    const view = { ...v, k, x: x + i * pen(v, 50), y };
    const width = v.units === 'metric' ? 900 : 3 * FOOT;
    const height = v.units === 'metric' ? 2100 : 7 * FOOT;
    const stroke = { width: pen(v, 0.4) };
    const frame = boxAt(view, { x: -60, y: -height - 60, width: width + 120, height: height + 60 });
    const leaf = boxAt(view, { x: 0, y: -height, width, height });
    const inset =
      name === 'A'
        ? []
        : name === 'C'
          ? [rect(boxAt(view, { x: width * 0.62, y: -height * 0.85, width: 120, height: 700 }), { stroke })]
          : [
              rect(
                boxAt(view, {
                  x: 120,
                  y: -height + 120,
                  width: width - 240,
                  height: name === 'B' ? 800 : height - 400,
                }),
                { stroke },
              ),
              hatch(boxAt(view, { x: 250, y: -height + 300, width: width - 500, height: 400 }), pen(v, 2.5), {
                width: pen(v, 0.13),
              }),
            ];
    const base = view.y + pen(v, 12);
    return [
      element(`leaf/${name}`, 'leaf', [
        rect(frame, { stroke }),
        rect(leaf, { stroke }),
        circle([leaf.x + leaf.width * 0.9, leaf.y + leaf.height * 0.55], pen(v, 0.6), { stroke }),
        ...inset,
        text(`TYPE ${name}`, leaf.x + leaf.width / 2, base + pen(v, 6), {
          size: pen(v, 3),
          font: 'bold',
          align: 'center',
        }),
      ]),
      dimension(`dimension/leaf/${name}/width`, view, 'x', 0, width, view.y + pen(v, 7)),
      dimension(`dimension/leaf/${name}/height`, view, 'y', -height, 0, view.x - pen(v, 6)),
    ];
  });

export const doorSchedule = (sheet: ResolvedSheet, area: DrawnBox, penScale: number): DrawnElements => {
  const v: DrawnView = { x: area.x, y: area.y, k: 1, units: sheet.units, pen: penScale };
  const low = pen(v, 80);
  const rowHeight = Math.max(pen(v, 6.5), Math.min(pen(v, 9), (area.height - low - pen(v, 24)) / 49));
  const rows = Math.max(6, Math.min(48, Math.floor((area.height - low - pen(v, 24)) / rowHeight)));
  const width = area.width - pen(v, 6);
  const y = area.y + pen(v, 8);
  const schedule = table({
    id: 'door-schedule',
    title: 'DOOR SCHEDULE',
    x: area.x,
    y,
    widths: SHARES.map((share) => share * width),
    rowHeight,
    size: pen(v, 2.6),
    head: HEAD,
    rows: Array.from({ length: rows }, (_, i) => doorRow(sheet, sheet.level * 100 + 1 + i)),
  });
  const types = area.y + area.height - pen(v, 30);
  return {
    elements: [
      ...schedule,
      ...leafTypes(v, area.x + pen(v, 16), types),
      viewTitle(
        v,
        'types',
        '2',
        'DOOR TYPES',
        sheet.units === 'metric' ? '1:50' : '1/4" = 1\'-0"',
        area.x + pen(v, 230),
        types,
      ),
    ],
    spares: [],
  };
};
