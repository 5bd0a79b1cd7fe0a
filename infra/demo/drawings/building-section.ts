import { pen } from './drawing-annotations.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import { placeFacade, surroundings } from './facade.ts';
import type { DrawnElements } from './floor-plan.ts';
import type { ResolvedSheet } from './options.ts';
import { type Element, element, hatch, lines, rect, text, Z } from './primitives.ts';
import { seededRandom } from './random.ts';
import { at, boxAt } from './view.ts';

/** Draws a cross section: slabs, walls, ceilings, footings, and a name in each room. */
export const section = (sheet: ResolvedSheet, area: DrawnBox, penScale: number): DrawnElements => {
  const { v, s } = placeFacade(sheet, area, penScale);
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
  const r = seededRandom(sheet.seed, 'section');
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
  return {
    elements: [...elements, ...surroundings(v, sheet, s, sheet.title ?? 'SECTION', 1, 1350 * v.k + pen(v, 12))],
    spares,
  };
};
