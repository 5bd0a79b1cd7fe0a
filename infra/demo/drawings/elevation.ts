import { pen } from './drawing-annotations.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import { placeFacade, type Storeys, surroundings } from './facade.ts';
import type { DrawnElements } from './floor-plan.ts';
import { elevationFaces, type ResolvedSheet } from './options.ts';
import { type DrawnPoint, type Element, element, lines, rect, text, Z } from './primitives.ts';
import { seededRandom } from './random.ts';
import { at, boxAt, type DrawnView } from './view.ts';

const pane = (v: DrawnView, id: string, b: DrawnBox): Element => {
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

/** Draws two openings per bay and storey; some positions are left empty for a revision. */
const openings = (v: DrawnView, sheet: ResolvedSheet, s: Storeys, face: string): DrawnElements => {
  const r = seededRandom(sheet.seed, `panes/${face}`);
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

/** Draws the material callouts next to an elevation, each with a leader to the facade. */
const callouts = (v: DrawnView, s: Storeys): Element[] => {
  const words = ['FACE BRICKWORK, TYPE 1', 'ALUMINIUM WINDOW, RAL 7016', 'ZINC PARAPET COPING', 'PRECAST SILL BAND'];
  const top = at(v, 0, -s.levels.at(-1)!)[1] - pen(v, 9);
  return words.map((word, i) => {
    const x = at(v, (s.xs.at(-1)! * (i + 0.55)) / words.length, 0)[0];
    const target: DrawnPoint = [x - pen(v, 6), top + pen(v, 9) + pen(v, i === 2 ? -2 : 6 + i * 5)];
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

const oneFace = (
  sheet: ResolvedSheet,
  area: DrawnBox,
  penScale: number,
  title: string,
  number: number,
): DrawnElements => {
  const { v, s } = placeFacade(sheet, area, penScale);
  const width = s.xs.at(-1)!;
  const height = s.levels.at(-1)!;
  const { elements, spares } = openings(v, sheet, s, title);
  const courses: [DrawnPoint, DrawnPoint][] = [];
  // Brick courses are drawn in patches, as is usual, not over the whole wall.
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
    elements: [wall, ...elements, ...callouts(v, s), ...surroundings(v, sheet, s, title, number, pen(v, 14))],
    spares,
  };
};

/** Draws one elevation, or two if the sheet is large enough. */
export const elevation = (sheet: ResolvedSheet, area: DrawnBox, penScale: number): DrawnElements => {
  const faces = elevationFaces(sheet.level, sheet.size);
  const height = area.height / faces.length;
  const drawn = faces.map((face, i) => {
    const part = { ...area, y: area.y + i * height, height };
    const { elements, spares } = oneFace(sheet, part, penScale, `${face} ELEVATION`, i + 1);
    const named = (e: Element): Element => ({ ...e, id: `${face}/${e.id}` });
    return { elements: elements.map(named), spares: spares.map(named) };
  });
  return { elements: drawn.flatMap((d) => d.elements), spares: drawn.flatMap((d) => d.spares) };
};
