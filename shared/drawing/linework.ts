/**
 * The path objects of a page in painting order, clipped to the visible area: displayed page points (1/72 in, origin
 * top left, rotation and crop box applied), like the words of the text layer. Excludes text and images.
 */
export interface Linework {
  /** Points, as displayed. */
  width: number;
  height: number;
  styles: PathStyle[];
  /** Names of the layers (optional content groups) that {@link PathStyle.layer} refers to. */
  layers: string[];
  instances: FormInstance[];
  /**
   * Four numbers per path: index of its style, index of its form instance plus 1 (0 for none), first verb, first
   * point.
   */
  paths: Uint32Array<ArrayBuffer>;
  /** One {@link Verb} per byte. */
  verbs: Uint8Array<ArrayBuffer>;
  /** x and y of each point: one point for a move or a line, three for a curve, none for a close. */
  points: Float32Array<ArrayBuffer>;
  /** Boxes of the images and shadings on the page: left, top, right, bottom of each. */
  pictures: Float32Array<ArrayBuffer>;
  /** Whether the page exceeds a limit, so that the rest is missing. */
  truncated: boolean;
}

/** Returns the linework of a page without paths. Points, as displayed. */
export const emptyLinework = (width: number, height: number): Linework => ({
  ...{ width, height, styles: [], layers: [], instances: [] },
  ...{ paths: new Uint32Array(), verbs: new Uint8Array(), points: new Float32Array(), pictures: new Float32Array() },
  truncated: false,
});

export const Verb = { move: 0, line: 1, curve: 2, close: 3 } as const;

/** How a path is drawn. Lengths in points as displayed, colours as `#rrggbb`, opacities 0 to 1. */
export interface PathStyle {
  /** Null if the path is not stroked. */
  stroke: string | null;
  strokeOpacity: number;
  /** 0 is the device's thinnest line. */
  width: number;
  /** Alternating lengths of dashes and gaps; empty for a solid line. */
  dash: number[];
  dashPhase: number;
  /** Cap: 0 butt, 1 round, 2 square. Join: 0 mitre, 1 round, 2 bevel. */
  cap: number;
  join: number;
  /** Null if the path is not filled. */
  fill: string | null;
  fillOpacity: number;
  /** Whether it is filled by the even-odd rule rather than the non-zero rule. */
  evenOdd: boolean;
  /** Index of the layer's name; null if it is on no layer. */
  layer: number | null;
  /** Whether content below is visible through it: a blend mode, a soft mask, or an opacity below 1. */
  transparent: boolean;
}

/** One use of a form XObject (a block of the drawing program, if it exports blocks as forms). */
export interface FormInstance {
  /** Index of the instance that contains this one; null on the page itself. */
  parent: number | null;
  /** Equal for forms of equal content. */
  form: number;
  /** Maps form space to the displayed page: x' = a·x + c·y + e, y' = b·x + d·y + f. */
  matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
}

/** Left, top, right and bottom in points. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Distance in points below which two positions of a drawing are equal: an eighth of a millimetre, the width of a fine
 * pen. It is used wherever lines are tested for meeting, agreeing or continuing each other.
 */
export const TOLERANCE = 0.35;

/** Returns the number of paths. */
export const pathCount = ({ paths }: Linework): number => paths.length / 4;

/** One path of a linework: its ranges in the verbs and points. */
export interface PathRange {
  index: number;
  style: number;
  /** Index of the form instance; -1 for none. */
  instance: number;
  firstVerb: number;
  endVerb: number;
  firstPoint: number;
  endPoint: number;
}

/** Returns the path at `index`. */
export const pathAt = ({ paths, verbs, points }: Linework, index: number): PathRange => ({
  index,
  style: paths[4 * index]!,
  instance: paths[4 * index + 1]! - 1,
  firstVerb: paths[4 * index + 2]!,
  endVerb: paths[4 * index + 6] ?? verbs.length,
  firstPoint: paths[4 * index + 3]!,
  endPoint: paths[4 * index + 7] ?? points.length / 2,
});

/**
 * Returns the number of chords for a curve, so that none deviates by more than the tolerance, or less for small
 * curves.
 */
const chordsOf = (size: number, bend: number): number => {
  const allowed = Math.min(TOLERANCE, Math.max(0.02, size / 40));
  return Math.min(64, Math.max(2, Math.ceil(Math.sqrt(bend / allowed))));
};

/**
 * Appends the points of a cubic Bézier curve after its first to `out`, as chords.
 * @param at coordinates that contain the three further points from `offset`
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
    const r = 1 - t;
    const a = r * r * r;
    const b = 3 * r * r * t;
    const c = 3 * r * t * t;
    const d = t * t * t;
    out.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
  out.push(x3, y3);
};

/** A polyline: x and y of each point. */
export interface Ring {
  points: number[];
  closed: boolean;
}

/** Returns the subpaths of a path with curves as chords; omits subpaths of a single point. */
export const ringsOf = (linework: Linework, range: PathRange): Ring[] =>
  toRings(linework.verbs, linework.points, range.firstVerb, range.endVerb, range.firstPoint);

/** Passes each straight piece of a path's outline to `visit`, curves as chords. Cheaper than {@link ringsOf}. */
export const eachPieceOf = (
  { verbs, points }: Linework,
  { firstVerb, endVerb, firstPoint }: PathRange,
  visit: (x0: number, y0: number, x1: number, y1: number) => void,
): void => {
  let at = 2 * firstPoint;
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const chord = {
    push: (toX: number, toY: number) => {
      visit(x, y, toX, toY);
      x = toX;
      y = toY;
    },
  };
  for (let v = firstVerb; v < endVerb; v++) {
    const verb = verbs[v];
    if (verb === Verb.close) {
      chord.push(startX, startY);
    } else if (verb === Verb.curve) {
      flattenCurve(x, y, points, at, chord);
      at += 6;
    } else {
      const toX = points[at]!;
      const toY = points[at + 1]!;
      at += 2;
      if (verb === Verb.line) chord.push(toX, toY);
      else {
        x = startX = toX;
        y = startY = toY;
      }
    }
  }
};

/** Returns {@link ringsOf} for any verbs and points. */
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
