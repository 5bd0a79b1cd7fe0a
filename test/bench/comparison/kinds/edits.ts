import {
  type Color,
  type DrawnBox,
  type DrawnMatrix,
  type Element,
  grow,
  type PathPrimitive,
  type Primitive,
  type TextPrimitive,
  text,
  transformBox,
  unionOf,
} from './drawing.ts';

/** Returns the bounding box of an element's ink. */
export const inkOf = (elements: readonly Element[]): DrawnBox =>
  grow(unionOf(elements.flatMap((e) => e.primitives.map((p) => p.box))), 0.3);

const numbers = /-?\d+(?:\.\d+)?/g;

const transformPath = (path: string, [a, b, c, d, e, f]: DrawnMatrix): string => {
  let x: number | null = null;
  return path
    .replace(numbers, (token) => {
      if (x === null) {
        x = Number(token);
        return '#';
      }
      const y = Number(token);
      const point = `${(a * x + c * y + e).toFixed(3)} ${(b * x + d * y + f).toFixed(3)}`;
      x = null;
      return point;
    })
    .replaceAll('# ', '');
};

const transformPrimitive = (p: Primitive, matrix: DrawnMatrix): Primitive => {
  if (p.type === 'path') return { ...p, path: transformPath(p.path, matrix), box: transformBox(p.box, matrix) };
  const [a, b, c, d, e, f] = matrix;
  const size = p.size * Math.hypot(a, b);
  return text(p.text, a * p.x + c * p.y + e, b * p.x + d * p.y + f, { ...p, size });
};

/** Shifts or scales elements; lettering stays upright. */
export const placed = (elements: readonly Element[], matrix: DrawnMatrix): Element[] =>
  elements.map((e) => ({ ...e, primitives: e.primitives.map((p) => transformPrimitive(p, matrix)) }));

export const shifted = (elements: readonly Element[], dx: number, dy: number): Element[] =>
  placed(elements, [1, 0, 0, 1, dx, dy]);

/** Mirrors the element about a vertical axis; text keeps its position and remains readable. */
export const mirrored = (e: Element): Element => {
  const box = inkOf([e]);
  const matrix: DrawnMatrix = [-1, 0, 0, 1, 2 * box.x + box.width, 0];
  return { ...e, primitives: e.primitives.map((p) => (p.type === 'path' ? transformPrimitive(p, matrix) : p)) };
};

/** Returns the element with its linework drawn in another style. */
export const restyled = (e: Element, change: (p: PathPrimitive) => Partial<PathPrimitive>): Element => ({
  ...e,
  primitives: e.primitives.map((p) => (p.type === 'path' ? { ...p, ...change(p) } : p)),
});

export const recoloured = (e: Element, color: Color): Element => ({
  ...restyled(e, (p) => ({
    ...(p.stroke ? { stroke: { ...p.stroke, color } } : {}),
    ...(p.fill === undefined || p.fill === 1 ? {} : { fill: color }),
  })),
});

export const respelt = (e: Element, spell: (t: TextPrimitive) => string): Element => ({
  ...e,
  primitives: e.primitives.map((p) => (p.type === 'text' ? text(spell(p), p.x, p.y, p) : p)),
});

/** Returns the list with some elements replaced, dropped (null) or appended. */
export const edited = (
  elements: readonly Element[],
  swap: ReadonlyMap<Element, Element | null>,
  put: readonly Element[] = [],
): Element[] => [
  ...elements.flatMap((e) => {
    const other = swap.get(e);
    return other === undefined ? [e] : other === null ? [] : [other];
  }),
  ...put,
];
