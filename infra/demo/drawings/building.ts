import type { Random } from './random.ts';
import { FOOT, INCH, snap, type Units } from './units.ts';

/** A rectangle of the building in millimetres, y pointing down on the plan. */
interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface BuildingRoom extends Rect {
  id: string;
  number: string;
  name: string;
  /** which side of the room the corridor is on; null for the corridor itself */
  door: 'top' | 'bottom' | null;
}

export interface BuildingWall {
  id: string;
  /** the wall's body */
  body: Rect;
  kind: 'external' | 'corridor' | 'partition';
  /** rooms left and right of a partition */
  between?: readonly [string, string];
}

/** An opening in a horizontal wall. */
export interface Opening {
  id: string;
  kind: 'door' | 'window';
  room: string;
  /** left end and centre line of the wall */
  x: number;
  y: number;
  width: number;
  thickness: number;
  /** the side of the wall that the leaf opens to */
  side: 'top' | 'bottom';
  leaves: 1 | 2;
  hinge: 'left' | 'right';
}

export interface Building {
  xs: number[];
  ys: number[];
  rooms: BuildingRoom[];
  walls: BuildingWall[];
  openings: Opening[];
  /** positions where a revision may add a door or a window */
  spareOpenings: Opening[];
  external: number;
  partition: number;
}

const NAMES: readonly (readonly [number, readonly string[]])[] = [
  [11e6, ['STORE', 'JANITOR', 'COMMS', 'ELECTRICAL', 'COPY ROOM', 'PHONE ROOM']],
  [24e6, ['OFFICE', 'MEETING ROOM', 'KITCHENETTE', 'STAFF ROOM', 'TREATMENT', 'INTERVIEW', 'FIRST AID']],
  [55e6, ['OPEN OFFICE', 'CLASSROOM', 'LABORATORY', 'CONFERENCE', 'TRAINING', 'STUDIO', 'WAITING AREA']],
  [Number.POSITIVE_INFINITY, ['MULTI-PURPOSE HALL', 'LIBRARY', 'WORKSHOP', 'CANTEEN', 'EXHIBITION']],
];

const BAYS = { metric: [5400, 6000, 6600, 7200, 7500, 8100], imperial: [18, 20, 22, 24, 25, 26].map((v) => v * FOOT) };

/** Returns grid lines from 0 that divide `limit` millimetres into bays of usual spans. */
const gridLines = (r: Random, limit: number, units: Units, most: number): number[] => {
  const usual = r.pick(BAYS[units]);
  const lines = [0];
  for (;;) {
    const bay = r.chance(0.6) ? usual : r.pick(BAYS[units]);
    const at = lines.at(-1)! + bay;
    if ((at > limit || lines.length > most) && lines.length > 2) return lines;
    lines.push(at);
  }
};

/** Generates a building that fits into a rectangle in millimetres. */
export const makeBuilding = (r: Random, width: number, height: number, units: Units, level: number): Building => {
  const step = units === 'metric' ? 100 : 2 * INCH;
  const external = units === 'metric' ? 300 : 12 * INCH;
  const partition = units === 'metric' ? 125 : 5 * INCH;
  const xs = gridLines(r, width, units, 9);
  const ys = gridLines(r, height, units, 7);
  const W = xs.at(-1)!;
  const H = ys.at(-1)!;
  const b: Building = { xs, ys, rooms: [], walls: [], openings: [], spareOpenings: [], external, partition };
  const half = external / 2;
  const ring: readonly (readonly [string, Rect])[] = [
    ['top', { x: -half, y: -half, width: W + external, height: external }],
    ['bottom', { x: -half, y: H - half, width: W + external, height: external }],
    ['left', { x: -half, y: -half, width: external, height: H + external }],
    ['right', { x: W - half, y: -half, width: external, height: H + external }],
  ];
  for (const [name, body] of ring) b.walls.push({ id: `wall/${name}`, body, kind: 'external' });

  const wings = Math.max(1, Math.round(H / 16000));
  const corridor = snap(r.int(1800, 2400), step);
  let next = level * 100 + 1;
  for (let wing = 0; wing < wings; wing++) {
    const top = (H * wing) / wings;
    const bottom = (H * (wing + 1)) / wings;
    const c0 = snap(top + (bottom - top - corridor) * (0.42 + 0.16 * r.next()), step);
    const number = String(next++);
    b.rooms.push({
      id: `room/${number}`,
      number,
      name: 'CORRIDOR',
      x: 0,
      y: c0,
      width: W,
      height: corridor,
      door: null,
    });
    for (const y of [c0, c0 + corridor]) {
      const body = { x: 0, y: y - partition / 2, width: W, height: partition };
      b.walls.push({ id: `wall/corridor/${wing}/${y}`, body, kind: 'corridor' });
    }
    if (wing > 0) {
      const body = { x: 0, y: top - partition / 2, width: W, height: partition };
      b.walls.push({ id: `wall/party/${wing}`, body, kind: 'corridor' });
    }
    next = fillBand(b, r, { x: 0, y: top, width: W, height: c0 - top }, 'bottom', wing === 0, next, step);
    const low = c0 + corridor;
    next = fillBand(b, r, { x: 0, y: low, width: W, height: bottom - low }, 'top', wing === wings - 1, next, step);
  }
  return b;
};

/** Divides a band along a corridor into rooms with a door each, and windows if it has a facade. */
const fillBand = (
  b: Building,
  r: Random,
  band: Rect,
  door: 'top' | 'bottom',
  facade: boolean,
  first: number,
  step: number,
): number => {
  const cuts = [band.x];
  const end = band.x + band.width;
  while (end - cuts.at(-1)! > 10500) {
    const at = cuts.at(-1)! + snap(r.int(2800, r.chance(0.25) ? 9500 : 5400), step);
    const grid = b.xs.find((x) => Math.abs(x - at) < 900 && x - cuts.at(-1)! > 2800);
    cuts.push(grid ?? at);
  }
  if (end - cuts.at(-1)! > 7000) cuts.push(snap(cuts.at(-1)! + (end - cuts.at(-1)!) / 2, step));
  cuts.push(end);
  const stairAt = r.chance(0.5) ? 0 : cuts.length - 2;
  const wetAt = r.int(1, Math.max(1, cuts.length - 3));
  let next = first;
  for (let i = 0; i + 1 < cuts.length; i++) {
    const x = cuts[i]!;
    const width = cuts[i + 1]! - x;
    const number = String(next++);
    const area = width * band.height;
    const usual = r.pick(NAMES.find(([limit]) => area < limit)![1]);
    const name = i === stairAt && width < 6500 ? 'STAIR' : i === wetAt && width < 6500 ? 'WC' : usual;
    const room: BuildingRoom = { id: `room/${number}`, number, name, x, y: band.y, width, height: band.height, door };
    b.rooms.push(room);
    if (i > 0) {
      const body = { x: x - b.partition / 2, y: band.y, width: b.partition, height: band.height };
      const between = [`room/${Number(number) - 1}`, room.id] as const;
      b.walls.push({ id: `wall/partition/${number}`, body, kind: 'partition', between });
    }
    placeOpenings(b, r, room, facade);
  }
  return next;
};

const placeOpenings = (b: Building, r: Random, room: BuildingRoom, facade: boolean): void => {
  const y = room.door === 'bottom' ? room.y + room.height : room.y;
  const side = room.door === 'bottom' ? 'top' : 'bottom';
  const leaves = room.width * room.height > 60e6 ? 2 : 1;
  const width = leaves === 2 ? 1800 : 950;
  const hinge = r.chance(0.5) ? 'left' : 'right';
  const near = room.x + 350;
  const far = room.x + room.width - 350 - width;
  const main = { kind: 'door', room: room.id, y, width, thickness: b.partition, side, leaves } as const;
  const [here, there] = hinge === 'left' ? [near, far] : [far, near];
  b.openings.push({ ...main, id: `door/${room.number}`, x: here, hinge });
  if (far - near > width + 900) {
    const other = hinge === 'left' ? 'right' : 'left';
    b.spareOpenings.push({ ...main, id: `door/${room.number}B`, x: there, hinge: other });
  }
  if (!facade || room.name === 'STAIR') return;
  const wall = room.door === 'bottom' ? room.y : room.y + room.height;
  const count = Math.max(1, Math.floor((room.width - 600) / 2600));
  const pitch = room.width / count;
  const pane = Math.min(1800, pitch - 900);
  if (pane < 600) return;
  const skip = r.chance(count > 1 ? 0.5 : 0.2) ? r.int(0, count - 1) : -1;
  for (let i = 0; i < count; i++) {
    const x = room.x + pitch * (i + 0.5) - pane / 2;
    if (b.xs.some((line) => line > x - 350 && line < x + pane + 350)) continue;
    const id = `window/${room.number}${String.fromCharCode(65 + i)}`;
    const inner = room.door === 'bottom' ? 'bottom' : 'top';
    const opening: Opening = {
      ...main,
      id,
      kind: 'window',
      x,
      y: wall,
      width: pane,
      thickness: b.external,
      side: inner,
      leaves: 1,
      hinge: 'left',
    };
    (i === skip ? b.spareOpenings : b.openings).push(opening);
  }
};
