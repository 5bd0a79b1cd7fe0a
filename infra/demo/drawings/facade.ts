import { chain, grid, pen, scaleBar, viewTitle } from './drawing-annotations.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import type { ResolvedSheet } from './options.ts';
import { type Element, element, hatch, line, polygon, text, Z } from './primitives.ts';
import { seededRandom } from './random.ts';
import { FOOT, MM } from './units.ts';
import { at, type DrawnView } from './view.ts';

export interface Storeys {
  xs: number[];
  /** heights above ground, lowest first, roof last */
  levels: number[];
}

const storeys = (sheet: ResolvedSheet, width: number, height: number): Storeys => {
  const r = seededRandom(sheet.seed, 'storeys');
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

/** Draws level lines with names and heights on the right; heights in metres, or feet and inches. */
const levelMarks = (v: DrawnView, s: Storeys, right: number): Element[] =>
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

const ground = (v: DrawnView, left: number, right: number): Element => {
  const [, y] = at(v, 0, 0);
  return element('ground', 'ground', [
    line([left, y], [right, y], { width: pen(v, 0.9) }, Z.over),
    hatch({ x: left, y, width: right - left, height: pen(v, 5) }, pen(v, 1.8), { width: pen(v, 0.18) }),
  ]);
};

/**
 * Draws the common parts of elevations and sections: grid, levels, ground, title and dimensions; the lowest chain is
 * `low` points below the ground.
 */
export const surroundings = (
  v: DrawnView,
  sheet: ResolvedSheet,
  s: Storeys,
  title: string,
  number: number,
  low: number,
): Element[] => {
  const [right, base] = at(v, s.xs.at(-1)!, 0);
  const top = at(v, 0, -s.levels.at(-1)!)[1];
  const high = { ...v, y: top };
  return [
    ...grid(high, s.xs, [], pen(v, 24)),
    ...chain('dimension/grid', v, 'x', s.xs, base + low, base + low - pen(v, 7)),
    ...chain('dimension/levels', v, 'y', s.levels.map((l) => -l).reverse(), v.x - pen(v, 14), v.x - pen(v, 3)),
    ...chain('dimension/overall', v, 'y', [-s.levels.at(-1)!, 0], v.x - pen(v, 22)),
    ...levelMarks(v, s, right),
    ground(v, v.x - pen(v, 10), right + pen(v, 10)),
    viewTitle(v, 'main', String(number), title, sheet.scale, v.x, base + low + pen(v, 18)),
    scaleBar(v, v.x + pen(v, 150), base + low + pen(v, 18)),
  ];
};

/** Returns the position of the view in `area`, and the bays and storeys that fit. */
export const placeFacade = (sheet: ResolvedSheet, area: DrawnBox, pen: number): { v: DrawnView; s: Storeys } => {
  const k = MM / sheet.denominator;
  const left = 30 * MM * pen;
  const s = storeys(sheet, (area.width - left - 32 * MM * pen) / k, (area.height - 90 * MM * pen) / k);
  const rise = s.levels.at(-1)! * k;
  const y = area.y + (area.height - rise) / 2 + rise - 10 * MM * pen;
  return { v: { x: area.x + left, y, k, units: sheet.units, pen }, s };
};
