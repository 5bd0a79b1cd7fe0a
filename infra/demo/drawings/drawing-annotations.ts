import {
  circle,
  type DrawnPoint,
  type Element,
  element,
  line,
  lines,
  type Primitive,
  polygon,
  rect,
  text,
} from './primitives.ts';
import { formatLength, MM } from './units.ts';
import { at, type DrawnView } from './view.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
export const pen = (v: DrawnView, mm: number): number => mm * MM * v.pen;

/** Grid lines across `to` with bubbles on the near side: numbers along x, letters along y. */
export const grid = (v: DrawnView, xs: readonly number[], ys: readonly number[], out: number): Element[] => {
  const r = pen(v, 5);
  const stroke = { width: pen(v, 0.18), color: 0.35, dash: [pen(v, 8), pen(v, 1.5), pen(v, 1), pen(v, 1.5)] };
  const bubble = (id: string, label: string, from: DrawnPoint, to: DrawnPoint, centre: DrawnPoint): Element =>
    element(`grid/${id}`, 'grid', [
      line(from, to, stroke),
      circle(centre, r, { stroke: { width: pen(v, 0.35) }, fill: 1 }),
      text(label, centre[0], centre[1] + pen(v, 1.6), { size: pen(v, 4.5), align: 'center' }),
    ]);
  const far = pen(v, 11) / v.k;
  const [bottom, right] = [(ys.at(-1) ?? 0) + far, xs.at(-1)! + far];
  return [
    ...xs.map((x, i) => {
      const [px, py] = at(v, x, 0);
      return bubble(`${i + 1}`, `${i + 1}`, [px, py - out + r], at(v, x, bottom), [px, py - out]);
    }),
    ...ys.map((y, i) => {
      const [px, py] = at(v, 0, y);
      return bubble(LETTERS[i]!, LETTERS[i]!, [px - out + r, py], at(v, right, y), [px - out, py]);
    }),
  ];
};

/** Draws one dimension of a chain, from `a` to `b` millimetres along the chain's line, which is at `offset` points. */
export const dimension = (id: string, v: DrawnView, axis: 'x' | 'y', a: number, b: number, offset: number): Element => {
  const stroke = { width: pen(v, 0.18) };
  const heavy = { width: pen(v, 0.5) };
  const place = (along: number): DrawnPoint => {
    const [px, py] = at(v, along, along);
    return axis === 'x' ? [px, offset] : [offset, py];
  };
  const [from, to] = [place(a), place(b)];
  const tick = pen(v, 1.2);
  const gap = pen(v, 1);
  const mark = ([x, y]: DrawnPoint): readonly [DrawnPoint, DrawnPoint] => [
    [x - tick, y + tick],
    [x + tick, y - tick],
  ];
  const past: readonly [DrawnPoint, DrawnPoint] =
    axis === 'x'
      ? [
          [from[0] - 2 * tick, from[1]],
          [to[0] + 2 * tick, to[1]],
        ]
      : [
          [from[0], from[1] - 2 * tick],
          [to[0], to[1] + 2 * tick],
        ];
  const label = formatLength(Math.abs(b - a), v.units);
  const size = pen(v, 2.5);
  const middle: DrawnPoint = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return element(id, 'dimension', [
    line(...past, stroke),
    lines([mark(from), mark(to)], heavy),
    axis === 'x'
      ? text(label, middle[0], middle[1] - gap, { size, align: 'center' })
      : text(label, middle[0] - gap, middle[1], { size, align: 'center', angle: 270 }),
  ]);
};

/** Draws a chain of dimensions, with extension lines from `base` (page coordinate) if given. */
export const chain = (
  id: string,
  v: DrawnView,
  axis: 'x' | 'y',
  stops: readonly number[],
  offset: number,
  base?: number,
): Element[] => {
  const out = stops.slice(1).map((stop, i) => dimension(`${id}/${i}`, v, axis, stops[i]!, stop, offset));
  if (base === undefined) return out;
  const over = offset < base ? -pen(v, 2) : pen(v, 2);
  const extension = stops.map((stop): readonly [DrawnPoint, DrawnPoint] => {
    const [px, py] = at(v, stop, stop);
    return axis === 'x'
      ? [
          [px, base],
          [px, offset + over],
        ]
      : [
          [base, py],
          [offset + over, py],
        ];
  });
  out.push(element(`${id}/extension`, 'extension', lines(extension, { width: pen(v, 0.13), color: 0.3 })));
  return out;
};

/** Draws a cutting plane across the sheet with a numbered head at each end. */
export const sectionMark = (
  v: DrawnView,
  id: string,
  label: string,
  sheet: string,
  y: number,
  x0: number,
  x1: number,
): Element => {
  const r = pen(v, 6);
  const head = (x: number): Primitive[] => [
    polygon(
      [
        [x - r * 1.42, y],
        [x, y - r * 1.42],
        [x + r * 1.42, y],
      ],
      { fill: 0 },
    ),
    circle([x, y], r, { stroke: { width: pen(v, 0.35) }, fill: 1 }),
    line([x - r, y], [x + r, y], { width: pen(v, 0.25) }),
    text(label, x, y - pen(v, 1.2), { size: pen(v, 3.5), align: 'center', font: 'bold' }),
    text(sheet, x, y + pen(v, 3.6), { size: pen(v, 2.3), align: 'center' }),
  ];
  const stroke = { width: pen(v, 0.5), dash: [pen(v, 12), pen(v, 2), pen(v, 2), pen(v, 2)] };
  return element(`section/${id}`, 'section-mark', [line([x0 + r, y], [x1 - r, y], stroke), head(x0), head(x1)].flat());
};

export const northArrow = (v: DrawnView, x: number, y: number): Element => {
  const r = pen(v, 9);
  return element('north', 'symbol', [
    circle([x, y], r, { stroke: { width: pen(v, 0.25) } }),
    polygon(
      [
        [x, y - r * 1.15],
        [x - r * 0.45, y + r * 0.75],
        [x, y + r * 0.45],
      ],
      { fill: 0 },
    ),
    polygon(
      [
        [x, y - r * 1.15],
        [x + r * 0.45, y + r * 0.75],
        [x, y + r * 0.45],
      ],
      { stroke: { width: pen(v, 0.25) } },
    ),
    text('N', x, y - r * 1.3, { size: pen(v, 5), align: 'center', font: 'bold' }),
  ]);
};

export const scaleBar = (v: DrawnView, x: number, y: number): Element => {
  const unit = v.units === 'metric' ? 1000 : 5 * 304.8;
  const labels = v.units === 'metric' ? ['0', '1', '2', '5 m'] : ["0'", "5'", "10'", "25'"];
  const stops = [0, 1, 2, 5].map((n) => x + n * unit * v.k);
  const height = pen(v, 1.6);
  const out: Primitive[] = [];
  for (let i = 0; i < 3; i++) {
    const box = { x: stops[i]!, y, width: stops[i + 1]! - stops[i]!, height };
    out.push(rect(box, { stroke: { width: pen(v, 0.18) }, fill: i % 2 === 0 ? 0 : 1 }));
  }
  const label = { size: pen(v, 2.2), align: 'center' } as const;
  out.push(...labels.map((l, i) => text(l, stops[i]!, y - pen(v, 1), label)));
  return element('scale-bar', 'symbol', out);
};

/** Draws the title below a view: `1 FIRST FLOOR PLAN / SCALE 1:100`. */
export const viewTitle = (
  v: DrawnView,
  id: string,
  number: string,
  title: string,
  scale: string | null,
  x: number,
  y: number,
): Element => {
  const r = pen(v, 6);
  const size = pen(v, 5);
  const name = text(title, x + 1.6 * r, y - pen(v, 1.5), { size, font: 'bold' });
  return element(
    `view-title/${id}`,
    'view-title',
    [
      circle([x, y], r, { stroke: { width: pen(v, 0.35) } }),
      text(number, x, y + pen(v, 1.7), { size, align: 'center', font: 'bold' }),
      name,
      line([x + r, y], [name.box.x + name.box.width + pen(v, 6), y], { width: pen(v, 0.5) }),
      scale === null ? [] : [text(`SCALE ${scale}`, x + 1.6 * r, y + pen(v, 4.2), { size: pen(v, 3) })],
    ].flat(),
  );
};
