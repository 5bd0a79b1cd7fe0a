import { elementsOf, makeDetailSheet } from './detail-sheet.ts';
import {
  type DrawnBox,
  type DrawnPoint,
  type Element,
  element,
  hatch,
  line,
  lines,
  polygon,
  type Random,
  rect,
  seededRandom,
} from './drawing.ts';
import { edited, inkOf, shifted } from './edits.ts';
import type { KindPair } from './pair.ts';

/** Views without words: elevations of lines only. */

const fine = { width: 0.4 };
const medium = { width: 0.8 };
const heavy = { width: 1.4 };

/** A window of one, two or three panes, with or without a transom, which the single-pane one has. */
const drawWindow = (r: Random, id: string, box: DrawnBox): Element => {
  const panes = r.int(1, 3);
  const bars = Array.from({ length: panes - 1 }, (_, i): [DrawnPoint, DrawnPoint] => {
    const x = box.x + ((i + 1) * box.width) / panes;
    return [
      [x, box.y],
      [x, box.y + box.height],
    ];
  });
  const y = box.y + box.height * 0.3;
  if (panes === 1 || r.chance(0.5)) {
    bars.push([
      [box.x, y],
      [box.x + box.width, y],
    ]);
  }
  const sill = line([box.x - 3, box.y + box.height + 2], [box.x + box.width + 3, box.y + box.height + 2], medium);
  return element(id, 'window', [rect(box, { stroke: medium }), lines(bars, fine), sill]);
};

/** The elevation of a house: walls, roof, plinth, a door and windows of several forms; no lettering. */
const drawElevation = (r: Random, number: number, cell: DrawnBox): Element[] => {
  const id = (part: string) => `elevation/${number}/${part}`;
  const [width, storey, storeys] = [r.int(170, 210), r.int(46, 54), r.int(2, 3)];
  const wall: DrawnBox = { x: cell.x + 40, y: cell.y + 70, width, height: storey * storeys };
  const foot = wall.y + wall.height;
  const ridge: DrawnPoint = [wall.x + width * (0.35 + 0.1 * r.int(0, 3)), wall.y - r.int(30, 45)];
  const eaves = [wall.x - 12, wall.x + width + 12] as const;
  const door: DrawnBox = { x: wall.x + 14, y: foot - 38, width: r.int(18, 24), height: 38 };
  const columns = r.int(3, 4);
  const pitch = (width - 54) / columns;
  const windows = Array.from({ length: storeys * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const high = r.int(18, 28);
    const x = wall.x + 48 + column * pitch;
    return drawWindow(r, id(`window/${i}`), {
      x,
      y: wall.y + row * storey + 10,
      width: pitch - r.int(10, 16),
      height: high,
    });
  });
  return [
    element(id('wall'), 'wall', rect(wall, { stroke: heavy })),
    element(id('roof'), 'roof', polygon([[eaves[0], wall.y], ridge, [eaves[1], wall.y]], { stroke: heavy })),
    element(id('plinth'), 'layer', hatch({ ...wall, y: foot - 7, height: 7 }, 4, fine)),
    element(id('ground'), 'line', line([wall.x - 25, foot], [wall.x + width + 25, foot], heavy)),
    element(id('door'), 'door', [
      rect(door, { stroke: medium }),
      line([door.x, door.y + 10], [door.x + door.width, door.y + 10], fine),
    ]),
    ...windows,
  ];
};

/**
 * Of three views without words, one is moved aside, one is moved to a free position and loses a window, one is
 * unchanged.
 */
export const viewsWithoutWords = (seed: number): KindPair => {
  const r = seededRandom(seed, 'views without words');
  const sheet = makeDetailSheet(seed, 4);
  const [one, other, still, free] = sheet.free as [DrawnBox, DrawnBox, DrawnBox, DrawnBox];
  const views = [one, other, still].map((cell, i) => drawElevation(r, i + 1, cell));
  const [aside, away] = views as [Element[], Element[]];
  const near = shifted(aside, r.pick([-1, 1]) * r.int(12, 25), r.int(-15, 15));
  const far = shifted(away, free.x - other.x + r.int(-8, 8), free.y - other.y + r.int(-12, 12));
  const gone = r.pick(far.filter((e) => e.role === 'window'));
  const swap = new Map<Element, Element | null>([
    ...aside.map((e, i): [Element, Element] => [e, near[i]!]),
    ...away.map((e, i): [Element, Element | null] => [e, far[i] === gone ? null : far[i]!]),
  ]);
  const before = [...elementsOf(sheet), ...views.flat()];
  return {
    older: { size: sheet.page, elements: before },
    newer: { size: sheet.page, elements: edited(before, swap) },
    truth: [inkOf(near), inkOf(far), inkOf([gone])],
  };
};
