import { elementsOf, makeDetailSheet } from './detail-sheet.ts';
import {
  circle,
  type DrawnBox,
  type Element,
  element,
  grow,
  hatch,
  line,
  makeSheet,
  overlaps,
  type PathPrimitive,
  type Random,
  rect,
  seededRandom,
  text,
  Z,
} from './drawing.ts';
import { edited, inkOf, mirrored, recoloured, restyled } from './edits.ts';
import type { KindPair } from './pair.ts';

/** Changes of ink: colour, line, hatch, faint fills, masks, clouds. */

const plan = (seed: number) => makeSheet({ seed, kind: 'floor-plan', size: 'A2' });

/** Returns elements of a role whose ink does not overlap. */
const apart = (r: Random, elements: readonly Element[], count: number): Element[] => {
  const taken: DrawnBox[] = [];
  return r.shuffle(elements).filter((e) => {
    const box = grow(inkOf([e]), 14);
    if (taken.length >= count || taken.some((other) => overlaps(box, other))) return false;
    taken.push(box);
    return true;
  });
};

const swapped = (
  seed: number,
  name: string,
  isTarget: (e: Element) => boolean,
  count: number,
  change: (e: Element, i: number) => Element,
): KindPair => {
  const sheet = plan(seed);
  const targets = apart(seededRandom(seed, name), sheet.elements.filter(isTarget), count);
  const swap = new Map<Element, Element | null>(targets.map((e, i) => [e, change(e, i)]));
  const size = sheet.options.page;
  return {
    older: { size, elements: sheet.elements },
    newer: { size, elements: edited(sheet.elements, swap) },
    truth: targets.map((e) => inkOf([e])),
  };
};

const COLOURS = [
  [0.85, 0.1, 0.1],
  [0.1, 0.2, 0.85],
  [0.05, 0.5, 0.15],
  [0.8, 0.4, 0],
] as const;

/** Doors, tags and fixtures in another colour. */
export const colours = (seed: number): KindPair =>
  swapped(
    seed,
    'colours',
    (e) => e.role === 'door' || e.role === 'fixture',
    4,
    (e, i) => recoloured(e, COLOURS[i % 4]!),
  );

/** Boundary lines across a free field: dashed instead of solid, heavier, finer. */
export const lineStyles = (seed: number): KindPair => {
  const r = seededRandom(seed, 'line styles');
  const sheet = makeDetailSheet(seed);
  const [one, other] = sheet.free as [DrawnBox, DrawnBox];
  const make = (box: DrawnBox, i: number, width: number, dash: number[]): Element => {
    const y = box.y + 20 + i * 34;
    return element(
      `boundary/${box.x}/${i}`,
      'line',
      line([box.x + 10, y], [box.x + box.width - 20, y + (i % 2) * 12], { width, dash }),
    );
  };
  const styles: [number, number[]][] = r.shuffle([
    [0.9, [9, 5]],
    [2.4, []],
    [0.9, [14, 3, 2, 3]],
    [0.9, []],
    [0.9, []],
    [2.2, []],
  ]);
  const before = styles.map((_, i) => make(i < 3 ? one : other, i % 3, 0.9, []));
  const after = styles.map(([width, dash], i) => make(i < 3 ? one : other, i % 3, width, dash));
  const elements = elementsOf(sheet);
  return {
    older: { size: sheet.page, elements: [...elements, ...before] },
    newer: { size: sheet.page, elements: [...elements, ...after] },
    truth: styles.flatMap(([width, dash], i) => (width === 0.9 && dash.length === 0 ? [] : [inkOf([after[i]!])])),
  };
};

/** Hatched fields rotated, widened, added and removed. */
export const hatches = (seed: number): KindPair => {
  const sheet = makeDetailSheet(seed);
  const fields = sheet.free.flatMap((cell) =>
    [0, 1].map(
      (i): DrawnBox => ({
        x: cell.x + 16 + i * (cell.width / 2),
        y: cell.y + 24,
        width: cell.width / 2 - 40,
        height: 90,
      }),
    ),
  );
  const outline = fields.map((box, i) => element(`field/${i}`, 'field', rect(box, { stroke: { width: 0.8 } })));
  const pen = { width: 0.35 };
  const before = [
    hatch(fields[0]!, 5, pen),
    hatch(fields[1]!, 4, pen),
    hatch(fields[3]!, 6, { width: 0.35, color: 0.45 }),
  ];
  const after = [
    hatch(fields[0]!, 5, pen, 0, true),
    hatch(fields[1]!, 8, pen),
    hatch(fields[2]!, 5, { width: 0.35, color: 0.45 }),
  ];
  const elements = [...elementsOf(sheet), ...outline];
  const of = (list: typeof before, name: string) => list.map((p, i) => element(`${name}/${i}`, 'hatch', p));
  return {
    older: { size: sheet.page, elements: [...elements, ...of(before, 'a')] },
    newer: { size: sheet.page, elements: [...elements, ...of(after, 'b')] },
    truth: fields,
  };
};

/** A line added and a symbol removed in fields of dense hatch. */
export const denseHatch = (seed: number): KindPair => {
  const r = seededRandom(seed, 'dense');
  const sheet = makeDetailSheet(seed);
  const fields = sheet.free.map(
    (cell): DrawnBox => ({ x: cell.x + 16, y: cell.y + 20, width: cell.width - 40, height: cell.height - 40 }),
  );
  const dense = fields.map((box, i) =>
    element(`dense/${i}`, 'hatch', [rect(box, { stroke: { width: 0.8 } }), hatch(box, 1.6 + 0.3 * i, { width: 0.3 })]),
  );
  const [a, b] = fields as [DrawnBox, DrawnBox];
  const x = a.x + r.int(20, Math.round(a.width - 30));
  const extra = element('extra', 'line', line([x, a.y + 30], [x, a.y + 110], { width: 1.4 }));
  const spot: [number, number] = [
    b.x + r.int(30, Math.round(b.width - 30)),
    b.y + r.int(30, Math.round(b.height - 30)),
  ];
  const pipe = element('pipe', 'symbol', circle(spot, 11, { stroke: { width: 1.2 }, fill: 1, z: Z.over }));
  const elements = [...elementsOf(sheet), ...dense];
  return {
    older: { size: sheet.page, elements: [...elements, pipe] },
    newer: { size: sheet.page, elements: [...elements, extra] },
    truth: [inkOf([extra]), inkOf([pipe])],
  };
};

/** Faint grey fills, pale dashed lines and hairlines added and removed. */
export const paleInk = (seed: number): KindPair => {
  const r = seededRandom(seed, 'pale');
  const sheet = makeDetailSheet(seed);
  const [one, other] = sheet.free as [DrawnBox, DrawnBox];
  const at = (box: DrawnBox, x: number, y: number, width: number, height: number): DrawnBox => ({
    x: box.x + x,
    y: box.y + y,
    width,
    height,
  });
  const things = [
    element('pale/fill', 'fill', rect(at(one, 10, 15, 90, 50), { fill: 0.9 + r.next() * 0.03 })),
    element(
      'pale/dashes',
      'line',
      line([one.x + 10, one.y + 110], [one.x + one.width - 30, one.y + 110], { width: 0.7, color: 0.78, dash: [6, 4] }),
    ),
    element(
      'pale/hairline',
      'line',
      line([one.x + 10, one.y + 160], [one.x + one.width - 40, one.y + 140], { width: 0.1, color: 0.5 }),
    ),
    element('pale/wall', 'fill', rect(at(other, 20, 25, 120, 14), { fill: 0.86, stroke: { width: 0.25, color: 0.8 } })),
    element('pale/text', 'text', text('EXISTING TO REMAIN', other.x + 20, other.y + 90, { size: 8, color: 0.8 })),
    element('pale/road', 'fill', rect(at(other, 20, 120, 130, 40), { fill: [0.93, 0.95, 0.9] })),
  ];
  const come = things.filter((_, i) => (i + seed) % 2 === 0);
  const elements = elementsOf(sheet);
  return {
    older: { size: sheet.page, elements: [...things.filter((e) => !come.includes(e)), ...elements] },
    newer: { size: sheet.page, elements: [...come, ...elements] },
    truth: things.map((e) => inkOf([e])),
  };
};

/** A sheet on a grey background with details on grey fields; objects on them added and removed, and a field added. */
export const greyGround = (seed: number): KindPair => {
  const r = seededRandom(seed, 'grey');
  const sheet = makeDetailSheet(seed);
  const ground = element(
    'ground',
    'ground',
    rect({ x: 0, y: 0, width: sheet.page.width, height: sheet.page.height }, { fill: 0.88, z: -3 }),
  );
  const fields = r
    .shuffle(sheet.details.slice(0, 10))
    .slice(0, 3)
    .map((d, i) => element(`ground/${i}`, 'ground', rect(grow(d.cell, -2), { fill: i === 0 ? 0.8 : 0.72, z: -2 })));
  const before = elementsOf(sheet);
  const [gone] = apart(
    r,
    before.filter((e) => e.id.endsWith('/bolt')),
    1,
  );
  const box = sheet.free[0]!;
  const come = element(
    'come',
    'symbol',
    rect({ x: box.x + 30, y: box.y + 30, width: 60, height: 40 }, { stroke: { width: 0.8, color: 0.3 } }),
  );
  const field = element('field', 'ground', rect(grow(sheet.free[1]!, -10), { fill: 0.8, z: -2 }));
  return {
    older: { size: sheet.page, elements: [ground, ...fields, ...before] },
    newer: {
      size: sheet.page,
      elements: [ground, ...fields, ...edited(before, new Map([[gone!, null]]), [come, field])],
    },
    truth: [inkOf([gone!]), inkOf([come]), inkOf([field])],
  };
};

/** The scalloped line of a revision cloud around a box. */
const cloudPath = (box: DrawnBox, bulge = 7): PathPrimitive => {
  const points: [number, number][] = [];
  const side = (x0: number, y0: number, x1: number, y1: number) => {
    const n = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0) / (bulge * 2)));
    for (let i = 0; i < n; i++) points.push([x0 + ((x1 - x0) * i) / n, y0 + ((y1 - y0) * i) / n]);
  };
  const [l, t, rr, b] = [box.x, box.y, box.x + box.width, box.y + box.height];
  side(l, t, rr, t);
  side(rr, t, rr, b);
  side(rr, b, l, b);
  side(l, b, l, t);
  const path = points
    .map(([x, y], i) => {
      const [u, v] = points[(i + 1) % points.length]!;
      const [dx, dy] = [u - x, v - y];
      const [ox, oy] = [dy * 0.55, -dx * 0.55];
      return `${i === 0 ? `${x.toFixed(2)} ${y.toFixed(2)} m ` : ''}${(x + ox).toFixed(2)} ${(y + oy).toFixed(2)} ${(u + ox).toFixed(2)} ${(v + oy).toFixed(2)} ${u.toFixed(2)} ${v.toFixed(2)} c`;
    })
    .join(' ');
  return { type: 'path', z: Z.over, path, stroke: { width: 1, color: [0.85, 0.1, 0.1] }, box: grow(box, bulge * 0.9) };
};

const delta = (x: number, y: number, letter: string) => [
  {
    type: 'path' as const,
    z: Z.over,
    path: `${x} ${y} m ${x + 14} ${y} l ${x + 7} ${y - 12} l h`,
    stroke: { width: 0.8, color: [0.85, 0.1, 0.1] as const },
    box: { x, y: y - 12, width: 14, height: 12 },
  },
  text(letter, x + 7, y - 2, { size: 7, align: 'center', color: [0.85, 0.1, 0.1], z: Z.over }),
];

/** Two changes in clouds with their deltas, one outside, and a cloud without a change. */
export const clouds = (seed: number): KindPair => {
  const r = seededRandom(seed, 'clouds');
  const sheet = makeDetailSheet(seed);
  const before = elementsOf(sheet);
  const [a, b, outside] = apart(
    r,
    before.filter((e) => e.id.endsWith('/bolt') || e.id.endsWith('/flag')),
    3,
  ) as [Element, Element, Element];
  const around = (box: DrawnBox): DrawnBox => grow(box, 16);
  const empty: DrawnBox = { x: sheet.free[0]!.x + 30, y: sheet.free[0]!.y + 30, width: 70, height: 45 };
  const cloud = (box: DrawnBox, i: number) =>
    element(`cloud/${i}`, 'cloud', [cloudPath(box), ...delta(box.x + box.width + 9, box.y - 4, 'B')]);
  const put = [cloud(around(inkOf([a])), 0), cloud(around(inkOf([b])), 1), cloud(empty, 2)];
  const swap = new Map<Element, Element | null>([a, b, outside].map((e) => [e, null]));
  return {
    older: { size: sheet.page, elements: before },
    newer: { size: sheet.page, elements: edited(before, swap, put) },
    truth: [...[a, b, outside].map((e) => inkOf([e])), ...put.map((e) => inkOf([e]))],
  };
};

/** Doors hung on the other side. */
export const mirroredThings = (seed: number): KindPair =>
  // A door of two leaves looks the same either way.
  swapped(seed, 'mirrored', (e) => e.role === 'door' && e.primitives.length === 4, 4, mirrored);

/** White fields covering linework, or removed from it. */
export const masks = (seed: number): KindPair => {
  const r = seededRandom(seed, 'masks');
  const sheet = makeDetailSheet(seed);
  const before = elementsOf(sheet);
  const layers = apart(
    r,
    before.filter((e) => /layer\/0$/.test(e.id)),
    3,
  );
  const covers = layers.map((e, i) => {
    const box = inkOf([e]);
    return element(
      `mask/${i}`,
      'mask',
      rect(
        { x: box.x - 2, y: box.y + box.height * 0.45, width: box.width + 4, height: box.height * 0.35 },
        { fill: 1, z: Z.over },
      ),
    );
  });
  const [gone, ...come] = covers as [Element, Element, Element];
  return {
    older: { size: sheet.page, elements: [...before, gone] },
    newer: { size: sheet.page, elements: [...before, ...come] },
    truth: covers.map((e) => {
      const box = inkOf([e]);
      return { ...box, x: box.x + 2, width: box.width - 4 };
    }),
  };
};

/** Lines of a plan drawn heavier. */
export const lineWeights = (seed: number): KindPair =>
  swapped(
    seed,
    'weights',
    (e) => e.role === 'door' || e.role === 'window',
    4,
    // Each in a weight of its own: several objects drawn with one heavier pen are one change.
    (e, i) => restyled(e, (p) => (p.stroke ? { stroke: { ...p.stroke, width: p.stroke.width * (3 + i / 2) } } : {})),
  );
