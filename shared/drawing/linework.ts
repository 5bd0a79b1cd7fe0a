/**
 * What the path objects of a page draw, in painting order and cut to what shows: displayed page points (1/72 in, origin
 * top left, rotation and crop box applied), like the words of the text layer. Letters and pictures are not part of it.
 */
export interface Linework {
  /** Points, as displayed. */
  width: number;
  height: number;
  styles: PathStyle[];
  /** Names of the layers (optional content groups) that {@link PathStyle.layer} counts. */
  layers: string[];
  instances: FormInstance[];
  /** Four numbers a path: index of its style, index of its form instance plus 1 (0 for none), first verb, first point. */
  paths: Uint32Array<ArrayBuffer>;
  /** One {@link Verb} each. */
  verbs: Uint8Array<ArrayBuffer>;
  /** x and y of each point: one for a move and a line, three for a curve, none for a close. */
  points: Float32Array<ArrayBuffer>;
  /** Boxes of the pictures and shadings on the page: left, top, right, bottom of each. */
  pictures: Float32Array<ArrayBuffer>;
  /** The page draws more than is read: the rest is missing. */
  truncated: boolean;
}

export const Verb = { move: 0, line: 1, curve: 2, close: 3 } as const;

/** How a path is drawn. Lengths in points as displayed, colours as `#rrggbb`, opacities 0 to 1. */
export interface PathStyle {
  /** Null where the path is not stroked. */
  stroke: string | null;
  strokeOpacity: number;
  /** 0 is the thinnest line of the device. */
  width: number;
  /** Lengths drawn and left out, alternately; empty for a solid line. */
  dash: number[];
  dashPhase: number;
  /** 0 butt, 1 round, 2 square; 0 mitre, 1 round, 2 bevel. */
  cap: number;
  join: number;
  /** Null where the path is not filled. */
  fill: string | null;
  fillOpacity: number;
  /** Fills by the even-odd rule, otherwise by the non-zero one. */
  evenOdd: boolean;
  /** Index of the layer's name; null where it is on none. */
  layer: number | null;
  /** What lies below shows through: a blend mode, a soft mask, or an opacity below 1. */
  transparent: boolean;
}

/** One use of a form (a block of the drawing program, where it writes them). */
export interface FormInstance {
  /** Index of the instance that this one is part of; null on the page itself. */
  parent: number | null;
  /** Equal for forms of equal content. */
  form: number;
  /** From form space to the displayed page: x' = a·x + c·y + e, y' = b·x + d·y + f. */
  matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
}

/** Left, top, right, bottom. Points. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * How far two places of a drawing may lie apart and still be one, in points: an eighth of a millimetre, the width of a
 * fine pen. Everything that asks whether lines meet, agree or continue each other asks with this tolerance.
 */
export const TOLERANCE = 0.35;

/** Paths of the linework. */
export const pathCount = ({ paths }: Linework): number => paths.length / 4;

/** One path of a linework: its place in the verbs and points. */
export interface PathRange {
  index: number;
  style: number;
  /** Index of the form instance; -1 for none. */
  instance: number;
  firstVerb: number;
  endVerb: number;
  firstPoint: number;
}

/** The path at `index`. */
export const pathAt = ({ paths, verbs }: Linework, index: number): PathRange => ({
  index,
  style: paths[4 * index]!,
  instance: paths[4 * index + 1]! - 1,
  firstVerb: paths[4 * index + 2]!,
  endVerb: paths[4 * index + 6] ?? verbs.length,
  firstPoint: paths[4 * index + 3]!,
});

/** Chords that a curve becomes, such that none leaves it by more than the tolerance, or by a tenth of it in small curves. */
const chordsOf = (size: number, bend: number): number => {
  const allowed = Math.min(TOLERANCE, Math.max(0.02, size / 40));
  return Math.min(64, Math.max(2, Math.ceil(Math.sqrt(bend / allowed))));
};

/**
 * Appends the points of a cubic curve after its first to `out`, as chords.
 * @param at coordinates of the three further points
 */
const flattenCurve = (
  x0: number,
  y0: number,
  at: ArrayLike<number>,
  offset: number,
  out: { push(x: number, y: number): unknown },
): void => {
  const x1 = at[offset]!;
  const y1 = at[offset + 1]!;
  const x2 = at[offset + 2]!;
  const y2 = at[offset + 3]!;
  const x3 = at[offset + 4]!;
  const y3 = at[offset + 5]!;
  // The second differences bound the distance between a cubic and its chords: 3/4 of the greater, over n².
  const bend =
    0.75 * Math.max(Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3));
  const chords = chordsOf(Math.hypot(x3 - x0, y3 - y0) + bend, bend);
  for (let i = 1; i < chords; i++) {
    const t = i / chords;
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    out.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
  out.push(x3, y3);
};

/** A run of points joined by straight lines: x and y of each. */
export interface Ring {
  points: number[];
  closed: boolean;
}

/** The subpaths of a path with curves as chords. A point that is only moved to is left out. */
export const ringsOf = (linework: Linework, range: PathRange): Ring[] =>
  toRings(linework.verbs, linework.points, range.firstVerb, range.endVerb, range.firstPoint);

/** {@link ringsOf} of any verbs and points. */
export const toRings = (
  verbs: ArrayLike<number>,
  points: ArrayLike<number>,
  firstVerb: number,
  endVerb: number,
  firstPoint: number,
): Ring[] => {
  const rings: Ring[] = [];
  let ring: Ring = { points: [], closed: false };
  let at = 2 * firstPoint;
  const start = (x: number, y: number) => {
    if (ring.points.length > 2) rings.push(ring);
    ring = { points: [x, y], closed: false };
  };
  for (let v = firstVerb; v < endVerb; v++) {
    const verb = verbs[v];
    if (verb === Verb.move) {
      start(points[at]!, points[at + 1]!);
      at += 2;
    } else if (verb === Verb.line) {
      ring.points.push(points[at]!, points[at + 1]!);
      at += 2;
    } else if (verb === Verb.curve) {
      flattenCurve(ring.points.at(-2)!, ring.points.at(-1)!, points, at, ring.points);
      at += 6;
    } else {
      ring.closed = true;
      start(ring.points[0]!, ring.points[1]!);
    }
  }
  if (ring.points.length > 2) rings.push(ring);
  return rings;
};
