import { chain, grid, pen, scaleBar, viewTitle } from './annotations.ts';
import type { Drawing } from './floor-plan.ts';
import type { Box } from './geometry.ts';
import type { ResolvedSheet } from './options.ts';
import { type Element, element, hatch, line, lines, type Point, polygon, rect, text, Z } from './primitives.ts';
import { random } from './random.ts';
import { FOOT, MM } from './units.ts';
import { at, boxAt, type View } from './view.ts';

interface Storeys {
  xs: number[];
  /** heights above ground, lowest first, roof last */
  levels: number[];
}

const storeys = (sheet: ResolvedSheet, width: number, height: number): Storeys => {
  const r = random(sheet.seed, 'storeys');
  const metric = sheet.units === 'metric';
  const bay = metric ? r.pick([6000, 6600, 7200]) : r.pick([20, 22, 24]) * FOOT;
  const rise = metric ? r.pick([3400, 3600, 3900]) : r.pick([11, 12, 13]) * FOOT;
  const bays = Math.max(2, Math.min(8, Math.floor(width / bay)));
  const count = Math.max(2, Math.min(5, Math.floor((height - 2500) / rise)));
  return {
    xs: Array.from({ length: bays + 1 }, (_, i) => i * bay),
    levels: Array.from({ length: count + 1 }, (_, i) => i * rise),
  };
};

const LEVELS = ['GROUND FLOOR', 'LEVEL 1', 'LEVEL 2', 'LEVEL 3', 'LEVEL 4'];

/** Level lines with their names and heights at the right; heights in metres, or feet and inches. */
const levelMarks = (v: View, s: Storeys, right: number): Element[] =>
  s.levels.map((level, i) => {
    const y = at(v, 0, -level)[1];
    const size = pen(v, 2.6);
    const name = i === s.levels.length - 1 ? 'ROOF' : (LEVELS[i] ?? `LEVEL ${i}`);
    const height = v.units === 'metric' ? `+${(level / 1000).toFixed(3)}` : `${Math.round(level / FOOT)}'-0"`;
    const x = right + pen(v, 26);
    return element(`level/${i}`, 'level', [
      line([v.x - pen(v, 6), y], [x, y], { width: pen(v, 0.18), color: 0.35, dash: [pen(v, 6), pen(v, 1.5)] }),
      polygon(
        [
          [x - pen(v, 22), y],
          [x - pen(v, 24), y - pen(v, 3)],
          [x - pen(v, 20), y - pen(v, 3)],
        ],
        { fill: 0 },
      ),
      text(name, x - pen(v, 18), y - pen(v, 1), { size }),
      text(height, x - pen(v, 18), y + pen(v, 3.2), { size }),
    ]);
  });

const pane = (v: View, id: string, b: Box): Element => {
  const fine = { width: pen(v, 0.2) };
  const sill = { x: b.x - pen(v, 1), y: b.y + b.height, width: b.width + pen(v, 2), height: pen(v, 1) };
  return element(id, 'window', [
    rect(b, { fill: 1, stroke: { width: pen(v, 0.4) }, z: Z.opening }),
    lines(
      [
        [
          [b.x + b.width / 2, b.y],
          [b.x + b.width / 2, b.y + b.height],
        ],
        [
          [b.x, b.y + b.height * 0.3],
          [b.x + b.width, b.y + b.height * 0.3],
        ],
      ],
      fine,
    ),
    rect(sill, { fill: 1, stroke: fine, z: Z.opening }),
  ]);
};

/** Two openings a bay and storey; some places are left blank, for a revision to fill. */
const openings = (v: View, sheet: ResolvedSheet, s: Storeys): Drawing => {
  const r = random(sheet.seed, 'panes');
  const elements: Element[] = [];
  const spares: Element[] = [];
  const bay = s.xs[1]!;
  const door = r.int(0, s.xs.length - 2);
  for (let floor = 0; floor + 1 < s.levels.length; floor++) {
    for (let i = 0; i + 1 < s.xs.length; i++) {
      for (const half of [0, 1]) {
        const x = s.xs[i]! + bay * (0.25 + half * 0.5) - 800;
        if (floor === 0 && i === door) {
          if (half === 1) continue;
          const opening = boxAt(v, { x: s.xs[i]! + bay / 2 - 1000, y: -2400, width: 2000, height: 2400 });
          elements.push(pane(v, 'door/entrance', opening));
          continue;
        }
        const item = pane(
          v,
          `window/${floor}${i}${half}`,
          boxAt(v, { x, y: -s.levels[floor]! - 2500, width: 1600, height: 1600 }),
        );
        (r.chance(0.12) ? spares : elements).push(item);
      }
    }
  }
  return { elements, spares };
};

const ground = (v: View, left: number, right: number): Element => {
  const [, y] = at(v, 0, 0);
  return element('ground', 'ground', [
    line([left, y], [right, y], { width: pen(v, 0.9) }, Z.over),
    hatch({ x: left, y, width: right - left, height: pen(v, 5) }, pen(v, 1.8), { width: pen(v, 0.18) }),
  ]);
};

const shared = (v: View, sheet: ResolvedSheet, s: Storeys, title: string): Element[] => {
  const [right, base] = at(v, s.xs.at(-1)!, 0);
  const top = at(v, 0, -s.levels.at(-1)!)[1];
  const high = { ...v, y: top };
  return [
    ...grid(high, s.xs, [], pen(v, 24)),
    ...chain('dimension/grid', v, 'x', s.xs, base + pen(v, 14), base + pen(v, 7)),
    ...chain('dimension/levels', v, 'y', s.levels.map((l) => -l).reverse(), v.x - pen(v, 14), v.x - pen(v, 3)),
    ...chain('dimension/overall', v, 'y', [-s.levels.at(-1)!, 0], v.x - pen(v, 22)),
    ...levelMarks(v, s, right),
    ground(v, v.x - pen(v, 10), right + pen(v, 10)),
    viewTitle(v, 'main', '1', title, sheet.scale, v.x, base + pen(v, 32)),
    scaleBar(v, v.x + pen(v, 150), base + pen(v, 32)),
  ];
};

const place = (sheet: ResolvedSheet, area: Box, pen: number): { v: View; s: Storeys } => {
  const k = MM / sheet.denominator;
  const left = 30 * MM * pen;
  const s = storeys(sheet, (area.width - left - 32 * MM * pen) / k, (area.height - 90 * MM * pen) / k);
  const rise = s.levels.at(-1)! * k;
  const y = area.y + (area.height - rise) / 2 + rise - 10 * MM * pen;
  return { v: { x: area.x + left, y, k, units: sheet.units, pen }, s };
};

/** The material callouts beside an elevation, each with a leader to the facade. */
const callouts = (v: View, s: Storeys): Element[] => {
  const words = ['FACE BRICKWORK, TYPE 1', 'ALUMINIUM WINDOW, RAL 7016', 'ZINC PARAPET COPING', 'PRECAST SILL BAND'];
  const top = at(v, 0, -s.levels.at(-1)!)[1] - pen(v, 9);
  return words.map((word, i) => {
    const x = at(v, (s.xs.at(-1)! * (i + 0.55)) / words.length, 0)[0];
    const target: Point = [x - pen(v, 6), top + pen(v, 9) + pen(v, i === 2 ? -2 : 6 + i * 5)];
    return element(`callout/${i}`, 'callout', [
      lines(
        [
          [[x, top], target],
          [
            [x, top],
            [x + pen(v, 3), top],
          ],
        ],
        { width: pen(v, 0.18) },
      ),
      text(word, x + pen(v, 4), top + pen(v, 0.9), { size: pen(v, 2.4) }),
    ]);
  });
};

export const elevation = (sheet: ResolvedSheet, area: Box, penScale: number): Drawing => {
  const { v, s } = place(sheet, area, penScale);
  const width = s.xs.at(-1)!;
  const height = s.levels.at(-1)!;
  const { elements, spares } = openings(v, sheet, s);
  const courses: [Point, Point][] = [];
  // Brick courses are drawn as patches, as a draughtsman would, not over the whole wall.
  for (const [fx, fy] of [
    [0.02, 0.1],
    [0.42, 0.55],
    [0.8, 0.2],
  ] as const) {
    for (let i = 0; i < 14; i++) {
      const y = -height * fy - i * 225;
      courses.push([at(v, width * fx, y), at(v, width * fx + 1800 + (i % 3) * 500, y)]);
    }
  }
  const wall = element('wall/facade', 'facade', [
    rect(boxAt(v, { x: 0, y: -height, width, height }), { stroke: { width: pen(v, 0.6) }, fill: 1, z: Z.hatch }),
    lines(courses, { width: pen(v, 0.1), color: 0.45 }, Z.outline),
    rect(boxAt(v, { x: -250, y: -height - 450, width: width + 500, height: 450 }), {
      stroke: { width: pen(v, 0.5) },
      fill: 0.9,
    }),
  ]);
  return {
    elements: [wall, ...elements, ...callouts(v, s), ...shared(v, sheet, s, sheet.title ?? 'ELEVATION')],
    spares,
  };
};

export const section = (sheet: ResolvedSheet, area: Box, penScale: number): Drawing => {
  const { v, s } = place(sheet, area, penScale);
  const width = s.xs.at(-1)!;
  const stroke = { width: pen(v, 0.6) };
  const elements: Element[] = [];
  const spares: Element[] = [];
  s.levels.forEach((level, i) => {
    const slab = boxAt(v, { x: -150, y: -level, width: width + 300, height: 300 });
    elements.push(
      element(`slab/${i}`, 'slab', [
        rect(slab, { stroke, fill: 0.85, z: Z.fill }),
        hatch(slab, pen(v, 1.2), { width: pen(v, 0.13) }, Z.wallHatch),
      ]),
    );
  });
  const names = ['OFFICE', 'CORRIDOR', 'CLASSROOM', 'LOBBY', 'STORE', 'MEETING ROOM', 'PLANT ROOM'];
  const r = random(sheet.seed, 'section');
  for (let floor = 0; floor + 1 < s.levels.length; floor++) {
    const [low, high] = [s.levels[floor]!, s.levels[floor + 1]!];
    s.xs.forEach((x, i) => {
      const thick = i === 0 || i === s.xs.length - 1 ? 300 : 150;
      const box = boxAt(v, { x: x - thick / 2, y: -high + 300, width: thick, height: high - low - 300 });
      elements.push(
        element(`wall/${floor}${i}`, 'wall', rect(box, { stroke, fill: thick === 300 ? 0.7 : 0.9, z: Z.fill })),
      );
      if (i + 1 === s.xs.length) return;
      const [cx, cy] = at(v, x + s.xs[1]! / 2, -low - (high - low) * 0.36);
      elements.push(
        element(
          `room-name/${floor}${i}`,
          'room',
          text(r.pick(names), cx, cy, { size: pen(v, 3), align: 'center', font: 'bold' }),
        ),
      );
      const [a, b] = [at(v, x + 75, -low - 2700), at(v, x + s.xs[1]! - 75, -low - 2700)];
      elements.push(
        element(
          `ceiling/${floor}${i}`,
          'ceiling',
          lines(
            [
              [a, b],
              [
                [a[0], a[1] + 1.5],
                [b[0], b[1] + 1.5],
              ],
            ],
            { width: pen(v, 0.18) },
          ),
        ),
      );
      const stub = boxAt(v, { x: x + s.xs[1]! * 0.15, y: -high + 300, width: 125, height: high - low - 300 });
      spares.push(element(`wall/stub/${floor}${i}`, 'wall', rect(stub, { stroke, fill: 0.9, z: Z.fill })));
    });
  }
  for (const [i, x] of s.xs.entries()) {
    const footing = boxAt(v, { x: x - 700, y: 900, width: 1400, height: 450 });
    const stem = boxAt(v, { x: x - 150, y: 300, width: 300, height: 600 });
    elements.push(
      element(`footing/${i}`, 'footing', [rect(footing, { stroke, fill: 0.85 }), rect(stem, { stroke, fill: 0.85 })]),
    );
  }
  const low = { ...v };
  return { elements: [...elements, ...shared(low, sheet, s, sheet.title ?? 'SECTION')], spares };
};
