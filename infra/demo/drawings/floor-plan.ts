import { type Building, type BuildingRoom, type BuildingWall, makeBuilding, type Opening } from './building.ts';
import { chain, grid, northArrow, pen, scaleBar, sectionMark, viewTitle } from './drawing-annotations.ts';
import type { DrawnBox } from './drawing-geometry.ts';
import { fixture } from './fixtures.ts';
import { fitSize, textWidth } from './font.ts';
import type { ResolvedSheet } from './options.ts';
import { arc, circle, type Element, element, hatch, line, lines, type Primitive, rect, text, Z } from './primitives.ts';
import { seededRandom } from './random.ts';
import { formatArea, MM } from './units.ts';
import { at, boxAt, type DrawnView } from './view.ts';

export interface DrawnElements {
  elements: Element[];
  /** finished elements that a revision may add; they collide with nothing that must stay legible */
  spares: Element[];
}

const wallElement = (v: DrawnView, wall: BuildingWall): Element => {
  const box = boxAt(v, wall.body);
  const stroke = { width: pen(v, wall.kind === 'external' ? 0.7 : 0.5) };
  const out: Primitive[] = [
    rect(box, { stroke, z: Z.outline }),
    rect(box, { fill: wall.kind === 'external' ? 0.95 : 0.8, z: Z.fill }),
  ];
  if (wall.kind === 'external') out.push(hatch(box, pen(v, 1.1), { width: pen(v, 0.13), color: 0.2 }, Z.wallHatch));
  return element(wall.id, 'wall', out);
};

const doorElement = (v: DrawnView, o: Opening): Element => {
  const body = boxAt(v, { x: o.x, y: o.y - o.thickness / 2, width: o.width, height: o.thickness });
  const jamb = { width: pen(v, 0.35) };
  const out: Primitive[] = [
    rect({ ...body, y: body.y - pen(v, 0.3), height: body.height + pen(v, 0.6) }, { fill: 1, z: Z.opening }),
    lines(
      [body.x, body.x + body.width].map((x) => [
        [x, body.y],
        [x, body.y + body.height],
      ]),
      jamb,
    ),
  ];
  const face = o.side === 'top' ? body.y : body.y + body.height;
  const up = o.side === 'top' ? -1 : 1;
  const leaf = body.width / o.leaves;
  const swing = (hinge: number, direction: 1 | -1): void => {
    out.push(line([hinge, face], [hinge, face + up * leaf], { width: pen(v, 0.5) }));
    const closed = direction === 1 ? 0 : 180;
    const open = up === -1 ? 270 : 90;
    const start = closed === 0 && open === 270 ? 360 : closed;
    out.push(arc([hinge, face], leaf, Math.min(start, open), Math.max(start, open), { width: pen(v, 0.18) }));
  };
  if (o.leaves === 2 || o.hinge === 'left') swing(body.x, 1);
  if (o.leaves === 2 || o.hinge === 'right') swing(body.x + body.width, -1);
  return element(o.id, 'door', out);
};

const windowElement = (v: DrawnView, o: Opening): Element => {
  const body = boxAt(v, { x: o.x, y: o.y - o.thickness / 2, width: o.width, height: o.thickness });
  const fine = { width: pen(v, 0.25) };
  const across = (f: number): ReturnType<typeof line> =>
    line([body.x, body.y + f * body.height], [body.x + body.width, body.y + f * body.height], fine);
  return element(o.id, 'window', [
    rect(body, { fill: 1, stroke: { width: pen(v, 0.35) }, z: Z.opening }),
    across(0.4),
    across(0.6),
  ]);
};

/** Draws the number tag of a door or window, on the far side of the wall. */
const tag = (v: DrawnView, o: Opening): Element => {
  const r = pen(v, 2.6);
  const [x, y] = at(v, o.x + o.width / 2, o.y);
  const away = (o.side === 'top' ? 1 : -1) * (r * 1.6 + (o.thickness / 2) * v.k);
  const label = o.id.replace(/^.*\//, '');
  return element(`tag/${o.id}`, 'tag', [
    circle([x, y + away], r, { stroke: { width: pen(v, 0.18) }, fill: 1, z: Z.line }),
    text(label, x, y + away + pen(v, 0.65), { size: fitSize(label, 1.7 * r, pen(v, 1.9)), align: 'center' }),
  ]);
};

const roomLabel = (v: DrawnView, room: BuildingRoom): Element[] => {
  const [cx, cy] = at(v, room.x + room.width / 2, room.y + room.height / 2);
  const width = (room.width - 400) * v.k;
  const size = fitSize(room.name, width, pen(v, 3.2), 'bold');
  const area = formatArea(room.width * room.height, v.units);
  const small = fitSize(area, width, pen(v, 2.5));
  const number = pen(v, 2.6);
  if (room.door === null) {
    // A corridor is narrow: its label is one line, away from the middle where doors face each other.
    const all = `${room.name}  ${room.number}  ${area}`;
    return [
      element(`room-name/${room.number}`, 'room', text(all, cx, cy + number * 0.4, { size: number, align: 'center' })),
    ];
  }
  // In a shallow room below its corridor, the label stays clear of the dimension chain.
  const clear = room.door === 'top' && room.height < 7000 ? -850 * v.k : 0;
  const low = room.name === 'STAIR' ? (room.height / 2 - 900) * v.k * (room.door === 'bottom' ? 1 : -1) * 0.75 : clear;
  const y = cy + low;
  const w = textWidth(room.number, number) + pen(v, 2.5);
  const box = { x: cx - w / 2, y: y + pen(v, 1.2), width: w, height: pen(v, 4.2) };
  return [
    element(`room-name/${room.number}`, 'room', text(room.name, cx, y, { size, font: 'bold', align: 'center' })),
    element(`room-number/${room.number}`, 'room', [
      rect(box, { stroke: { width: pen(v, 0.18) } }),
      text(room.number, cx, box.y + box.height * 0.72, { size: number, align: 'center' }),
      text(area, cx, box.y + box.height + pen(v, 3.6), { size: small, align: 'center' }),
    ]),
  ];
};

/** Draws columns where grid lines cross the shell. */
const columns = (v: DrawnView, b: Building): Element[] =>
  b.xs.flatMap((x, i) =>
    b.ys
      .filter((_, j) => i === 0 || i === b.xs.length - 1 || j === 0 || j === b.ys.length - 1)
      .map((y) =>
        element(
          `column/${x}/${y}`,
          'column',
          rect(boxAt(v, { x: x - 200, y: y - 200, width: 400, height: 400 }), { fill: 0.15, z: Z.over }),
        ),
      ),
  );

/** Returns stub walls from the corridor into a room, between the label and the side wall. */
const spareWalls = (v: DrawnView, b: Building): Element[] =>
  b.rooms
    .filter((room) => room.door !== null && room.width > 3400 && room.height > 3800)
    .flatMap((room) =>
      [0.18, 0.82].map((f, i) => {
        const length = room.height * 0.45;
        const y = room.door === 'top' ? room.y : room.y + room.height - length;
        const body = { x: room.x + f * room.width - b.partition / 2, y, width: b.partition, height: length };
        return wallElement(v, { id: `wall/stub/${room.number}${i}`, body, kind: 'partition' });
      }),
    );

const interiorChains = (v: DrawnView, b: Building): Element[] => {
  const bands = new Map<number, BuildingRoom[]>();
  for (const room of b.rooms) if (room.door !== null) bands.set(room.y, [...(bands.get(room.y) ?? []), room]);
  return [...bands.values()].flatMap((rooms, i) => {
    const first = rooms[0]!;
    const y = first.door === 'bottom' ? first.y + 2100 : first.y + first.height - 1850;
    const stops = [...rooms.map((r) => r.x), rooms.at(-1)!.x + rooms.at(-1)!.width];
    return chain(`dimension/rooms/${i}`, v, 'x', stops, at(v, 0, y)[1]);
  });
};

/** Draws a floor plan into `area`. */
export const floorPlan = (sheet: ResolvedSheet, area: DrawnBox, penScale: number): DrawnElements => {
  const k = MM / sheet.denominator;
  const out = 46 * MM * penScale;
  const below = 34 * MM * penScale;
  const r = seededRandom(sheet.seed, `building/${sheet.level}`);
  const b = makeBuilding(
    r,
    (area.width - out - 12 * MM) / k,
    (area.height - out - below) / k,
    sheet.units,
    sheet.level,
  );
  const v: DrawnView = { x: area.x + out, y: area.y + out, k, units: sheet.units, pen: penScale };
  const [right, bottom] = at(v, b.xs.at(-1)!, b.ys.at(-1)!);
  const doors = b.openings.filter((o) => o.kind === 'door');
  const windows = b.openings.filter((o) => o.kind === 'window');
  const roomStops = b.rooms.filter((room) => room.door !== null && room.y === 0);
  const edge = (b.external / 2) * k;
  const elements: Element[] = [
    ...b.rooms.flatMap((room) => fixture(v, room) ?? []),
    ...b.walls.map((wall) => wallElement(v, wall)),
    ...columns(v, b),
    ...doors.map((o) => doorElement(v, o)),
    ...windows.map((o) => windowElement(v, o)),
    ...[...doors, ...windows].map((o) => tag(v, o)),
    ...b.rooms.flatMap((room) => roomLabel(v, room)),
    ...grid(v, b.xs, b.ys, out - 8 * MM * penScale),
    ...chain('dimension/top/overall', v, 'x', [0, b.xs.at(-1)!], v.y - pen(v, 27), v.y - edge - pen(v, 2)),
    ...chain('dimension/top/grid', v, 'x', b.xs, v.y - pen(v, 20)),
    ...chain(
      'dimension/top/rooms',
      v,
      'x',
      [0, ...roomStops.map((room) => room.x + room.width)],
      v.y - pen(v, 13),
      v.y - edge - pen(v, 9),
    ),
    ...chain('dimension/left/overall', v, 'y', [0, b.ys.at(-1)!], v.x - pen(v, 27), v.x - edge - pen(v, 2)),
    ...chain('dimension/left/grid', v, 'y', b.ys, v.x - pen(v, 20)),
    ...interiorChains(v, b),
    sectionMark(
      v,
      'A',
      'A',
      'A-301',
      at(v, 0, b.rooms[0]!.y + b.rooms[0]!.height * 0.3)[1],
      v.x - pen(v, 13),
      right + pen(v, 10),
    ),
    viewTitle(v, 'plan', '1', sheet.title ?? 'FLOOR PLAN', sheet.scale, v.x, bottom + pen(v, 18)),
    scaleBar(v, v.x + pen(v, 130), bottom + pen(v, 18)),
    northArrow(v, right - pen(v, 12), bottom + pen(v, 27)),
  ];
  const spares = [
    ...b.spareOpenings.map((o) => (o.kind === 'door' ? doorElement(v, o) : windowElement(v, o))),
    ...spareWalls(v, b),
  ];
  return { elements, spares };
};
