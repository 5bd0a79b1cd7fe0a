import { table } from './draw-table.ts';
import { chain, grid, northArrow, pen, scaleBar, viewTitle } from './drawing-annotations.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import type { DrawnElements } from './floor-plan.ts';
import type { ResolvedSheet } from './options.ts';
import { type Element, element, hatch, lines, rect, text, Z } from './primitives.ts';
import { seededRandom } from './random.ts';
import { FOOT, formatLength, INCH, MM } from './units.ts';
import { at, boxAt, type DrawnView } from './view.ts';

interface FootingType {
  mark: string;
  side: number;
  depth: number;
  bars: string;
}

const types = (sheet: ResolvedSheet): FootingType[] => {
  const metric = sheet.units === 'metric';
  const bars = metric
    ? ['6 H16 EACH WAY', '8 H16 EACH WAY', '9 H20 EACH WAY']
    : ['6 #5 EACH WAY', '8 #6 EACH WAY', '9 #7 EACH WAY'];
  return [0, 1, 2].map((i) => ({
    mark: `F${i + 1}`,
    side: metric ? 1500 + i * 400 : (5 + i) * FOOT,
    depth: metric ? 400 + i * 100 : (14 + 4 * i) * INCH,
    bars: bars[i]!,
  }));
};

const footing = (v: DrawnView, id: string, x: number, y: number, type: FootingType): Element => {
  const dash = { width: pen(v, 0.35), dash: [pen(v, 2.5), pen(v, 1.2)] };
  const outer = boxAt(v, { x: x - type.side / 2, y: y - type.side / 2, width: type.side, height: type.side });
  const stub = boxAt(v, { x: x - 225, y: y - 225, width: 450, height: 450 });
  return element(id, 'footing', [
    rect(outer, { stroke: dash, z: Z.opening }),
    rect(stub, { stroke: { width: pen(v, 0.5) }, fill: 1 }),
    hatch(stub, pen(v, 0.8), { width: pen(v, 0.15) }, Z.line),
    text(type.mark, outer.x + outer.width + pen(v, 0.8), outer.y - pen(v, 0.8), { size: pen(v, 2.8), font: 'bold' }),
  ]);
};

/** Draws a ground beam between two grid crossings with dashed edges that end before the footings. */
const beam = (v: DrawnView, id: string, a: readonly [number, number], b: readonly [number, number]): Element => {
  const gap = 1300;
  const horizontal = a[1] === b[1];
  const body = horizontal
    ? { x: a[0] + gap, y: a[1] - 200, width: b[0] - a[0] - 2 * gap, height: 400 }
    : { x: a[0] - 200, y: a[1] + gap, width: 400, height: b[1] - a[1] - 2 * gap };
  const box = boxAt(v, body);
  const dash = { width: pen(v, 0.35), dash: [pen(v, 3), pen(v, 1.2)] };
  return element(id, 'wall', rect(box, { stroke: dash, z: Z.opening }));
};

const beams = (
  v: DrawnView,
  xs: readonly number[],
  ys: readonly number[],
): { perimeter: Element[]; inner: Element[] } => {
  const perimeter: Element[] = [];
  const inner: Element[] = [];
  for (const [i, x] of xs.entries()) {
    for (const [j, y] of ys.entries()) {
      const across = j === 0 || j === ys.length - 1 ? perimeter : inner;
      const down = i === 0 || i === xs.length - 1 ? perimeter : inner;
      if (i + 1 < xs.length) across.push(beam(v, `beam/h${i}${j}`, [x, y], [xs[i + 1]!, y]));
      if (j + 1 < ys.length) down.push(beam(v, `beam/v${i}${j}`, [x, y], [x, ys[j + 1]!]));
    }
  }
  return { perimeter, inner };
};

/** Draws a foundation plan: pad footings on the grid, ground beams, slab note, footing schedule. */
export const foundationPlan = (sheet: ResolvedSheet, area: DrawnBox, penScale: number): DrawnElements => {
  const r = seededRandom(sheet.seed, 'foundation');
  const k = MM / sheet.denominator;
  const out = 42 * MM * penScale;
  const below = 70 * MM * penScale;
  const bay = sheet.units === 'metric' ? r.pick([6000, 6600, 7200]) : r.pick([20, 22, 24]) * FOOT;
  const count = (length: number, most: number): number => Math.max(3, Math.min(most, Math.floor(length / k / bay) + 1));
  const xs = Array.from({ length: count(area.width - out - 14 * MM, 9) }, (_, i) => i * bay);
  const ys = Array.from({ length: count(area.height - out - below, 7) }, (_, i) => i * bay);
  const v: DrawnView = { x: area.x + out, y: area.y + out, k, units: sheet.units, pen: penScale };
  const kinds = types(sheet);
  const edge = (i: number, all: readonly number[]): number => (i === 0 || i === all.length - 1 ? 0 : 1);
  const pads = xs.flatMap((x, i) =>
    ys.map((y, j) => footing(v, `footing/${i}${j}`, x, y, kinds[edge(i, xs) + edge(j, ys)]!)),
  );
  const { perimeter, inner } = beams(v, xs, ys);
  const [, bottom] = at(v, xs.at(-1)!, ys.at(-1)!);
  const [drawn, left] = [inner.filter((_, i) => i % 4 !== 3), inner.filter((_, i) => i % 4 === 3)];
  const slab =
    sheet.units === 'metric' ? '150 CONCRETE SLAB ON 200 COMPACTED STONE' : '6" CONCRETE SLAB ON 8" COMPACTED STONE';
  const [sx, sy] = at(v, bay * 0.14, bay * 0.5);
  const extra = xs
    .slice(1)
    .flatMap((x, i) =>
      ys.slice(1).map((y, j) => footing(v, `footing/extra${i}${j}`, x - bay / 2, y - bay / 2, kinds[0]!)),
    );
  const schedule = table({
    id: 'footing-schedule',
    title: 'FOOTING SCHEDULE',
    x: v.x + pen(v, 160),
    y: bottom + pen(v, 16),
    widths: [16, 34, 26, 44].map((w) => pen(v, w)),
    rowHeight: pen(v, 6),
    size: pen(v, 2.5),
    head: ['MARK', 'SIZE', 'DEPTH', 'REINFORCEMENT'],
    rows: kinds.map((t) => [
      t.mark,
      `${formatLength(t.side, v.units)} x ${formatLength(t.side, v.units)}`,
      formatLength(t.depth, v.units),
      t.bars,
    ]),
  });
  return {
    elements: [
      ...perimeter,
      ...drawn,
      ...pads,
      element('slab-note', 'callout', [
        text(slab, sx, sy, { size: pen(v, 2.4) }),
        text(`T.O. SLAB ${sheet.units === 'metric' ? '±0.000' : '100\'-0"'}`, sx, sy + pen(v, 4), {
          size: pen(v, 2.4),
        }),
        lines(
          [
            [
              [sx - pen(v, 1), sy - pen(v, 3)],
              [sx - pen(v, 1), sy + pen(v, 5)],
            ],
          ],
          { width: pen(v, 0.3) },
        ),
      ]),
      ...grid(v, xs, ys, out - 8 * MM * penScale),
      ...chain('dimension/top/overall', v, 'x', [0, xs.at(-1)!], v.y - pen(v, 22), v.y - pen(v, 12)),
      ...chain('dimension/top/grid', v, 'x', xs, v.y - pen(v, 15)),
      ...chain('dimension/left/overall', v, 'y', [0, ys.at(-1)!], v.x - pen(v, 22), v.x - pen(v, 12)),
      ...chain('dimension/left/grid', v, 'y', ys, v.x - pen(v, 15)),
      viewTitle(v, 'plan', '1', sheet.title ?? 'FOUNDATION PLAN', sheet.scale, v.x, bottom + pen(v, 28)),
      scaleBar(v, v.x, bottom + pen(v, 46)),
      northArrow(v, v.x + pen(v, 135), bottom + pen(v, 40)),
      ...schedule,
    ],
    spares: [...left, ...extra],
  };
};
