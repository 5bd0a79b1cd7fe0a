import type { GridLine } from './grid.ts';
import { lengthBetween } from './line.ts';
import type { Bounds } from './linework.ts';
import type { DrawingModel } from './model.ts';
import type { Room } from './rooms.ts';
import { gridReachShare, roomReachShare, wallReachMillimetres } from './thresholds/views.ts';
import type { Wall } from './walls.ts';

/** Where something is on a drawing. */
export interface Location {
  /** Number and title of the view that contains it, such as `2 FIRST FLOOR PLAN`; null if it is in none. */
  view: string | null;
  /** The nearest grid lines, such as `C/4`, or `C` if there is only one direction. */
  grid: string | null;
  /** Number and name of the nearest room label, such as `1.12 OFFICE`. */
  room: string | null;
  /** Distance from the nearest wall, such as `2.40 m from the wall on the right`, on plans with a confirmed scale. */
  offset: string | null;
  /** All of these, most general first, joined by commas; empty if nothing is known. */
  text: string;
}

const millimetresPerPoint = 25.4 / 72;

const centreOf = ({ left, top, right, bottom }: Bounds) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
const holdsPoint = ({ left, top, right, bottom }: Bounds, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** Returns the name of the nearest grid line of one direction; null if none is near. */
const nearestLine = (lines: readonly GridLine[], x: number, y: number, reach: number): string | null => {
  let best: string | null = null;
  let least = reach;
  for (const { name, x0, y0, x1, y1 } of lines) {
    const length = lengthBetween(x0, y0, x1, y1);
    const away = Math.abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length;
    const along = ((x1 - x0) * (x - x0) + (y1 - y0) * (y - y0)) / length;
    if (along < -reach || along > length + reach || away >= least) continue;
    [best, least] = [name, away];
  }
  return best;
};

const onGrid = (grid: readonly GridLine[], x: number, y: number, reach: number): string | null => {
  const isUpright = ({ x0, y0, x1, y1 }: GridLine) => Math.abs(y1 - y0) > Math.abs(x1 - x0);
  const names = [grid.filter(isUpright), grid.filter((line) => !isUpright(line))]
    .map((lines) => nearestLine(lines, x, y, reach))
    .filter((name) => name !== null)
    // Letters before numbers, whichever direction they name.
    .sort((a, b) => Number(/^\d/.test(a)) - Number(/^\d/.test(b)));
  return names.length === 0 ? null : names.join('/');
};

const inRoom = (rooms: readonly Room[], x: number, y: number, reach: number): string | null => {
  let best: Room | undefined;
  let least = reach;
  for (const room of rooms) {
    const { left, top, right, bottom } = room.box;
    const away = lengthBetween(x, y, Math.min(right, Math.max(left, x)), Math.min(bottom, Math.max(top, y)));
    if (away < least) [best, least] = [room, away];
  }
  if (!best) return null;
  return [best.number, best.name].filter((part) => part !== null).join(' ');
};

/** Returns the distance to the nearest wall beside a position, in metres, and on which side it is. */
const fromWall = (walls: readonly Wall[], x: number, y: number, scale: number): string | null => {
  const reach = wallReachMillimetres / (scale * millimetresPerPoint);
  let least = reach;
  let side = '';
  for (const { x0, y0, x1, y1, thickness } of walls) {
    const isUpright = Math.abs(x1 - x0) <= 0.02 * Math.abs(y1 - y0);
    const isLevel = Math.abs(y1 - y0) <= 0.02 * Math.abs(x1 - x0);
    if (isUpright && y > Math.min(y0, y1) && y < Math.max(y0, y1)) {
      const away = Math.abs((x0 + x1) / 2 - x) - thickness / 2;
      if (away >= 0 && away < least) [least, side] = [away, (x0 + x1) / 2 > x ? 'on the right' : 'on the left'];
    } else if (isLevel && x > Math.min(x0, x1) && x < Math.max(x0, x1)) {
      const away = Math.abs((y0 + y1) / 2 - y) - thickness / 2;
      if (away >= 0 && away < least) [least, side] = [away, (y0 + y1) / 2 > y ? 'below' : 'above'];
    }
  }
  if (side === '') return null;
  return `${((least * millimetresPerPoint * scale) / 1000).toFixed(2)} m from the wall ${side}`;
};

/**
 * Describes where a box is on a drawing: its view, the nearest grid lines, the room, and the distance from the nearest
 * wall.
 * @param box points, as displayed, like the positions of the model
 */
export const locate = (model: DrawingModel, box: Bounds): Location => {
  const { x, y } = centreOf(box);
  const side = Math.min(model.width, model.height);
  const view = model.views.find(({ region }) => region && holdsPoint(region, x, y));
  const within = ({ left, top, right, bottom }: Bounds) =>
    !view?.region ||
    (right >= view.region.left && left <= view.region.right && bottom >= view.region.top && top <= view.region.bottom);
  const grid = model.grid.filter((line) =>
    within({
      left: Math.min(line.x0, line.x1),
      top: Math.min(line.y0, line.y1),
      right: Math.max(line.x0, line.x1),
      bottom: Math.max(line.y0, line.y1),
    }),
  );
  const scale = model.scales.length === 1 ? model.scales[0]!.scale : undefined;
  const found = {
    view: view && view.title !== null ? [view.number, view.title].filter((part) => part !== null).join(' ') : null,
    grid: onGrid(grid, x, y, gridReachShare * side),
    room: inRoom(
      model.rooms.filter((room) => within(room.box)),
      x,
      y,
      roomReachShare * side,
    ),
    offset: scale === undefined ? null : fromWall(model.walls, x, y, scale),
  };
  const parts = [
    // The title of the only view does not narrow the location.
    model.views.length > 1 ? found.view : null,
    found.grid === null ? null : `grid ${found.grid}`,
    found.room === null ? null : `room ${found.room}`,
    found.offset,
  ];
  return { ...found, text: parts.filter((part) => part !== null).join(', ') };
};
