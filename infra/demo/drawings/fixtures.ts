import type { BuildingRoom } from './building.ts';
import { pen } from './drawing-annotations.ts';
import {
  type DrawnPoint,
  type Element,
  element,
  hatch,
  line,
  lines,
  type Primitive,
  polygon,
  rect,
  text,
} from './primitives.ts';
import { at, boxAt, type DrawnView } from './view.ts';

/** Draws treads, a landing and the arrow of a stair with two flights. */
const stair = (v: DrawnView, room: BuildingRoom): Primitive[] => {
  const stroke = { width: pen(v, 0.25) };
  const inset = 200;
  const width = Math.min(room.width - 2 * inset, 2600);
  const x = room.x + inset;
  const y = room.y + room.height * (room.door === 'bottom' ? 0.12 : 0.32);
  const depth = room.height * 0.55;
  const treads = Math.floor(depth / 280);
  const segments: [DrawnPoint, DrawnPoint][] = [];
  for (let i = 0; i <= treads; i++) segments.push([at(v, x, y + i * 280), at(v, x + width, y + i * 280)]);
  const end = y + treads * 280;
  segments.push([at(v, x + width / 2 - 50, y), at(v, x + width / 2 - 50, end)]);
  segments.push([at(v, x + width / 2 + 50, y), at(v, x + width / 2 + 50, end)]);
  const [ax, ay] = at(v, x + width * 0.25, y + 140);
  const head = pen(v, 1.6);
  const tail = at(v, x + width * 0.25, end);
  return [
    lines(segments, stroke),
    line([ax, ay], tail, { width: pen(v, 0.35) }),
    polygon(
      [
        [ax, ay],
        [ax - head * 0.5, ay + head],
        [ax + head * 0.5, ay + head],
      ],
      { fill: 0 },
    ),
    text('UP', tail[0], tail[1] + pen(v, 3), { size: pen(v, 2.3), align: 'center' }),
  ];
};

/** Draws cubicles with pans along one wall and basins along the other, on tiles. */
const wet = (v: DrawnView, room: BuildingRoom): Primitive[] => {
  const stroke = { width: pen(v, 0.25) };
  const out: Primitive[] = [
    hatch(
      boxAt(v, { x: room.x + 80, y: room.y + 80, width: room.width - 160, height: room.height - 160 }),
      pen(v, 3.5),
      {
        width: pen(v, 0.09),
        color: 0.6,
      },
    ),
  ];
  const far = room.door === 'bottom' ? room.y + 150 : room.y + room.height - 1650;
  const count = Math.max(1, Math.floor((room.width - 250) / 950));
  for (let i = 0; i < count; i++) {
    const x = room.x + 125 + i * 950;
    out.push(rect(boxAt(v, { x, y: far, width: 950, height: 1500 }), { stroke, fill: 1 }));
    const pan = room.door === 'bottom' ? far + 100 : far + 900;
    out.push(rect(boxAt(v, { x: x + 300, y: pan, width: 350, height: 180 }), { stroke }));
    const bowl = boxAt(v, { x: x + 300, y: pan + 180, width: 350, height: 420 });
    out.push(
      polygon(
        [
          [bowl.x, bowl.y],
          [bowl.x + bowl.width, bowl.y],
          [bowl.x + bowl.width * 0.9, bowl.y + bowl.height * 0.8],
          [bowl.x + bowl.width * 0.5, bowl.y + bowl.height],
          [bowl.x + bowl.width * 0.1, bowl.y + bowl.height * 0.8],
        ],
        { stroke },
      ),
    );
  }
  return out;
};

/** Draws pairs of desks with chairs near the facade, clear of dimensions and label. */
const desks = (v: DrawnView, room: BuildingRoom): Primitive[] => {
  const stroke = { width: pen(v, 0.18), color: 0.4 };
  const out: Primitive[] = [];
  const top = room.door === 'bottom';
  const y = top ? room.y + 350 : room.y + room.height - 1150;
  for (let x = room.x + 700; x + 1600 < room.x + room.width - 500; x += 2200) {
    out.push(rect(boxAt(v, { x, y, width: 1600, height: 800 }), { stroke }));
    out.push(rect(boxAt(v, { x: x + 560, y: top ? y + 860 : y - 480, width: 480, height: 420 }), { stroke }));
  }
  return out;
};

/** Draws shelves along the two side walls. */
const shelves = (v: DrawnView, room: BuildingRoom): Primitive[] => {
  const stroke = { width: pen(v, 0.18), color: 0.4 };
  const height = room.height - 2600;
  if (height < 800) return [];
  return [room.x + 150, room.x + room.width - 600].map((x) =>
    rect(boxAt(v, { x, y: room.y + 1300, width: 450, height }), { stroke }),
  );
};

/** Returns the furniture or equipment of a room; null if it is left empty. */
export const fixture = (v: DrawnView, room: BuildingRoom): Element | null => {
  const draw =
    room.name === 'STAIR'
      ? stair
      : room.name === 'WC'
        ? wet
        : ['OFFICE', 'OPEN OFFICE', 'CLASSROOM', 'TRAINING', 'LABORATORY', 'STUDIO'].includes(room.name)
          ? desks
          : ['STORE', 'LIBRARY', 'COMMS'].includes(room.name)
            ? shelves
            : null;
  const primitives = draw?.(v, room) ?? [];
  return primitives.length > 0 ? element(`fixture/${room.number}`, 'fixture', primitives) : null;
};
