import {
  type Bounds,
  type DrawingModel,
  type DrawnSymbol,
  locate,
  type Room,
  type Wall,
} from '../../../drawing/index.ts';
import { minimumInsideShare, placeTolerancePoints } from '../differ/thresholds.ts';
import {
  apply,
  applyToBox,
  type Box,
  boxBetween,
  centre,
  contains,
  inflate,
  type Matrix,
  type Point,
  scaleOf,
} from '../geometry.ts';
import { scaleFactor } from './describe.ts';
import { gridTolerancePoints, minimumWallGrowthPoints, tagReachPoints, wallEndTolerancePoints } from './thresholds.ts';

const millimetresPerPoint = 25.4 / 72;

const toBounds = ({ x, y, width, height }: Box): Bounds => ({ left: x, top: y, right: x + width, bottom: y + height });

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const boxAround = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

/** How a wall changed; lengths in millimetres of the building. */
export interface WallChange {
  verb: 'added' | 'removed' | 'extended' | 'shortened';
  /** The difference of its length. */
  by: number;
  /** Its length on the newer sheet; of a removed wall, on the older one. */
  length: number;
}

/** Where something is: `near grid C/4, room 1.12 OFFICE`; the view alone, and the place with the distance from a wall. */
export interface ObjectPlace {
  phrase: string;
  place: string;
  view: string | null;
}

interface Axis {
  from: Point;
  to: Point;
  thickness: number;
}

/** The objects of two aligned sheets, which name, locate and measure changes. Points of the newer sheet. */
export class SheetObjects {
  readonly #older: DrawingModel;
  readonly #newer: DrawingModel;
  readonly #matrix: Matrix;
  readonly #walls: { older: Axis[]; newer: Axis[] };

  /** @param matrix maps points of the older sheet to those of the newer one */
  constructor(older: DrawingModel, newer: DrawingModel, matrix: Matrix) {
    this.#older = older;
    this.#newer = newer;
    this.#matrix = matrix;
    const axisOf = ({ x0, y0, x1, y1, thickness }: Wall): Axis => ({
      from: { x: x0, y: y0 },
      to: { x: x1, y: y1 },
      thickness,
    });
    const factor = scaleOf(matrix);
    this.#walls = {
      newer: newer.walls.map(axisOf),
      older: older.walls.map(axisOf).map(({ from, to, thickness }) => ({
        ...{ from: apply(matrix, from), to: apply(matrix, to) },
        thickness: thickness * factor,
      })),
    };
  }

  /** Whether the drawing is dimensioned in feet and inches. */
  get isImperial(): boolean {
    const { dimensions } = this.#newer;
    return dimensions.length > 0 && 2 * dimensions.filter(({ unit }) => unit === 'ft-in').length > dimensions.length;
  }

  /**
   * Returns the factor of the scale at a box: the one that the dimensions around it confirm, which holds on reduced
   * prints as well, else that of its view; null if neither is known.
   */
  scaleAt(box: Box): number | null {
    const middle = centre(box);
    const confirmed = this.#newer.scales.filter((one) => contains(boxBetween(one.box), middle));
    if (confirmed.length === 1) return confirmed[0]!.scale;
    if (this.#newer.scales.length === 1 && this.#newer.views.length < 2) return this.#newer.scales[0]!.scale;
    const scale = this.#newer.views.find(({ region }) => region && contains(boxBetween(region), middle))?.scale;
    return scale ? scaleFactor(scale) : null;
  }

  /** Returns where a box is by grid lines, rooms and views; null if none of them is near. */
  placeOf(box: Box): ObjectPlace | null {
    const rooms = this.#newer.rooms.filter((room) => !meets(boxBetween(room.box), box));
    const { view, grid, room, offset, text } = locate({ ...this.#newer, rooms }, toBounds(box));
    const named = this.#newer.views.length > 1 ? view : null;
    const near = [grid && `grid ${grid}`, room && `room ${room}`].filter(Boolean).join(', ');
    const phrase = [near && `near ${near}`, named && `in view ${named}`].filter(Boolean).join(', ');
    if (phrase === '' && !view) return null;
    return {
      phrase,
      view,
      // The offset is stated in metres.
      place: offset && near && !this.isImperial ? text : phrase,
    };
  }

  /** Returns the tag that a text is, or that is drawn at a box, with the number of its places on the sheet. */
  tagAt(box: Box, text?: string): (DrawnSymbol & { box: Box }) | null {
    const reach = inflate(box, tagReachPoints);
    const tags = this.#newer.symbols.filter(
      ({ kind, name, places }) =>
        kind === 'tag' &&
        (text === undefined || name === text) &&
        places.some((place) => contains(reach, centre(boxBetween(place)))),
    );
    const [tag] = tags;
    const place = tag?.places.find((one) => contains(reach, centre(boxBetween(one))));
    return tags.length === 1 && place ? { ...tag!, box: boxBetween(place) } : null;
  }

  /** Returns the schedule that lists a code in its first column. */
  scheduleOf(code: string): string | null {
    const table = this.#newer.tables.find(({ kind, title, cells }) => {
      const isList = kind === 'schedule' || kind === 'table' || kind === 'legend';
      return isList && title !== null && cells.some(({ column, text }) => column === 0 && text === code);
    });
    return table?.title ?? null;
  }

  /** Returns the doors that changed ink draws on each sheet: their leaf in points of the newer sheet, and their number. */
  doorsAt(box: Box): { older: number | null; newer: number | null; count: number } {
    const reach = inflate(box, tagReachPoints);
    const within = (symbols: readonly DrawnSymbol[], place: (bounds: Bounds) => Box) =>
      symbols.filter(
        ({ kind, places }) => kind === 'door' && places.some((one) => contains(reach, centre(place(one)))),
      );
    const [was, is] = [
      within(this.#older.symbols, (bounds) => applyToBox(this.#matrix, boxBetween(bounds))),
      within(this.#newer.symbols, boxBetween),
    ];
    const leafOf = (doors: readonly DrawnSymbol[]) => (doors.length === 1 ? Number(doors[0]!.name) || null : null);
    const before = leafOf(was);
    return {
      older: before === null ? null : before * scaleOf(this.#matrix),
      newer: leafOf(is),
      count: is.length === 1 ? is[0]!.count : 0,
    };
  }

  /**
   * Returns the ends of the dimension whose text is at a box, and the grid lines that they stand on. A text that does not
   * fit its line is a dimension if its predecessor was one.
   */
  dimensionAt(box: Box): { from: Point; to: Point; between: [string, string] | null } | null {
    const isThere = (place: Box) => contains(inflate(place, 1), centre(box));
    const now = this.#newer.dimensions.find((one) => isThere(boxBetween(one.box)));
    const was = now
      ? undefined
      : this.#older.dimensions.find((one) => isThere(applyToBox(this.#matrix, boxBetween(one.box))));
    const found = now ?? was;
    if (!found) return null;
    const onNewer = (point: Point) => (now ? point : apply(this.#matrix, point));
    const ends = { from: onNewer({ x: found.x0, y: found.y0 }), to: onNewer({ x: found.x1, y: found.y1 }) };
    const [{ x: x0, y: y0 }, { x: x1, y: y1 }] = [ends.from, ends.to];
    const isLevel = Math.abs(x1 - x0) > Math.abs(y1 - y0);
    const lineAt = (x: number, y: number): string | undefined =>
      this.#newer.grid.find((line) =>
        isLevel
          ? Math.abs(line.x0 - line.x1) < gridTolerancePoints && Math.abs(line.x0 - x) < gridTolerancePoints
          : Math.abs(line.y0 - line.y1) < gridTolerancePoints && Math.abs(line.y0 - y) < gridTolerancePoints,
      )?.name;
    const [from, to] = [lineAt(x0, y0), lineAt(x1, y1)];
    return { ...ends, between: from !== undefined && to !== undefined ? [from, to] : null };
  }

  /** Returns the numbers of objects on both sheets, by name; only of those that one of them has. */
  counts(): [name: string, older: number, newer: number][] {
    const placesOf = ({ symbols }: DrawingModel, kind: DrawnSymbol['kind']) =>
      symbols.reduce((sum, symbol) => sum + (symbol.kind === kind ? symbol.count : 0), 0);
    const countings: [string, (model: DrawingModel) => number][] = [
      ['views', ({ views }) => views.length],
      ['rooms', ({ rooms }) => rooms.length],
      ['doors', (model) => placesOf(model, 'door')],
      ['windows', (model) => placesOf(model, 'window')],
      ['tags', (model) => placesOf(model, 'tag')],
      ['walls', ({ walls }) => walls.length],
      ['dimensions', ({ dimensions }) => dimensions.length],
      ['tables', ({ tables }) => tables.length],
    ];
    return countings
      .map(([name, count]): [string, number, number] => [name, count(this.#older), count(this.#newer)])
      .filter(([, older, newer]) => older + newer > 0);
  }

  /** Returns the rooms whose labels on each sheet contain a box. */
  roomsAt(box: Box): { older: Room | null; newer: Room | null } {
    const within = (rooms: readonly Room[], place: (bounds: Bounds) => Box) =>
      rooms.find((room) => contains(inflate(place(room.box), 1), centre(box))) ?? null;
    return {
      older: within(this.#older.rooms, (bounds) => applyToBox(this.#matrix, boxBetween(bounds))),
      newer: within(this.#newer.rooms, boxBetween),
    };
  }

  /** Returns how the only wall that changed ink draws has changed; null if there is none, or several. */
  wallAt(box: Box): WallChange | null {
    const scale = this.#newer.scales[0]?.scale;
    if (scale === undefined) return null;
    const reach = inflate(box, wallEndTolerancePoints + 1);
    const isNear = ({ from, to }: Axis) => meets(reach, boxAround(from, to));
    const { older, newer } = this.#walls;
    const changes = [
      ...newer.filter(isNear).flatMap((wall) => grownWall(wall, older, box) ?? []),
      ...older.filter(isNear).flatMap((wall) => goneWall(wall, newer, box) ?? []),
    ];
    const [change] = changes;
    if (!change || changes.length > 1) return null;
    const real = (points: number) => points * millimetresPerPoint * scale;
    return { verb: change.verb, by: real(change.by), length: real(change.length) };
  }
}

const lengthOf = ({ from, to }: Axis): number => Math.hypot(to.x - from.x, to.y - from.y);

/** Returns the distances of a point from the beginning of an axis, along it, and from its line. */
const placeOn = (axis: Axis, { x, y }: Point): { along: number; across: number } => {
  const length = lengthOf(axis);
  const [ux, uy] = [(axis.to.x - axis.from.x) / length, (axis.to.y - axis.from.y) / length];
  return {
    along: (x - axis.from.x) * ux + (y - axis.from.y) * uy,
    across: Math.abs((y - axis.from.y) * ux - (x - axis.from.x) * uy),
  };
};

/** Returns the interval of a wall along the axis of another, in points from its beginning; null if it is on another axis. */
const along = (axis: Axis, other: Axis): [number, number] | null => {
  const [one, two] = [placeOn(axis, other.from), placeOn(axis, other.to)];
  const isOn = Math.max(one.across, two.across) < placeTolerancePoints;
  return isOn && Math.abs(axis.thickness - other.thickness) < 2 * placeTolerancePoints
    ? [Math.min(one.along, two.along), Math.max(one.along, two.along)]
    : null;
};

/** Whether a box contains most of a wall. */
const holdsWall = (box: Box, { from, to }: Axis): boolean => {
  const steps = 10;
  let inside = 0;
  for (let i = 0; i <= steps; i++) {
    const share = i / steps;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    if (contains(inflate(box, wallEndTolerancePoints), point)) inside++;
  }
  return inside >= minimumInsideShare * (steps + 1);
};

/** Returns the length of a wall without the ends that changed ink does not reach: they lie within other walls. */
const lengthWithin = (box: Box, wall: Axis): number => {
  const { from, to } = wall;
  const isLevel = Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
  const [a, b, start, extent] = isLevel ? [from.x, to.x, box.x, box.width] : [from.y, to.y, box.y, box.height];
  const hidden = [start - Math.min(a, b), Math.max(a, b) - start - extent].filter(
    (part) => part > placeTolerancePoints,
  );
  return lengthOf(wall) * (1 - hidden.reduce((sum, part) => sum + part, 0) / Math.abs(b - a));
};

/** Whether one end of a wall lies in another one. A strip by itself is furniture, or a frame around lettering. */
const joins = (wall: Axis, others: readonly Axis[]): boolean =>
  others.some((other) => {
    const reach = other.thickness / 2 + wallEndTolerancePoints;
    return [wall.from, wall.to]
      .map((end) => placeOn(other, end))
      .some(({ along: at, across }) => at > -reach && at < lengthOf(other) + reach && across < reach);
  });

type Grown = Pick<WallChange, 'verb' | 'by' | 'length'>;

const wholeWall = (verb: 'added' | 'removed', wall: Axis, others: readonly Axis[], box: Box): Grown | null => {
  if (!holdsWall(box, wall) || !joins(wall, others)) return null;
  const length = lengthWithin(box, wall);
  return { verb, by: length, length };
};

/** Returns how a newer wall within a box differs from the older one on its axis, in points. */
const grownWall = (wall: Axis, older: readonly Axis[], box: Box): Grown | null => {
  const length = lengthOf(wall);
  const before = older.flatMap((other) => {
    const part = along(wall, other);
    return part && part[0] < length && part[1] > 0 ? [part] : [];
  });
  if (before.length === 0) return wholeWall('added', wall, older, box);
  const [start, end] = [Math.min(...before.map(([from]) => from)), Math.max(...before.map(([, to]) => to))];
  const changed = [
    { by: start, at: 0 },
    { by: length - end, at: length },
  ].filter(({ by, at }) => {
    const share = at / length;
    const tip = {
      x: wall.from.x + (wall.to.x - wall.from.x) * share,
      y: wall.from.y + (wall.to.y - wall.from.y) * share,
    };
    return Math.abs(by) >= minimumWallGrowthPoints && contains(inflate(box, wallEndTolerancePoints), tip);
  });
  if (changed.length !== 1) return null;
  const { by } = changed[0]!;
  return { verb: by > 0 ? 'extended' : 'shortened', by: Math.abs(by), length };
};

/** Returns an older wall within a box that the newer sheet lacks, in points. */
const goneWall = (wall: Axis, newer: readonly Axis[], box: Box): Grown | null => {
  const length = lengthOf(wall);
  const isLeft = newer.some((other) => {
    const part = along(wall, other);
    return part !== null && part[0] < length && part[1] > 0;
  });
  return isLeft ? null : wholeWall('removed', wall, newer, box);
};
