import { follow, type PixelBox } from './page-matrix.ts';
import type { Native } from './pdfium.ts';
import type { Matrix } from './protocol.ts';

/**
 * For a clip that is not an axis-aligned rectangle, PDFium draws a mask of the clip's whole box, once for each object
 * whose clip differs from that of the object before. Some producers clip each text to the whole page, with corners a
 * fraction off square, and cause a page of pixels per word. Drawn separately, on a bitmap of the object's own bounds,
 * such an object needs a mask no larger than itself. Objects keep their order, because overlaps and PDFium's glyph
 * cache depend on it.
 */

const formObject = 5;
const deepestForm = 12;

/** Pixels of masks (about a nanosecond each) below which a page is drawn in one piece. */
const worthRuns = 200e6;
/** Cost of a further drawing call, and of each object that it skips, in mask pixels; measured roughly. */
const drawingAgain = 300_000;
const passingOver = 10;
/** Margin in pixels around an object: hairlines and glyphs extend slightly beyond their bounds. */
const rim = 16;

/** Consecutive objects of a page that are drawn together. */
export interface DrawingRun {
  objects: number[];
  /** The part of the bitmap that contains all of them. */
  box: PixelBox;
}

interface ClipPath {
  /** Bounds on the bitmap, unclipped. */
  box: PixelBox;
  /** Whether PDFium clips it with a mask. */
  masked: boolean;
}

/** An object drawn on its own: not a form, or a form drawn as a whole. */
interface Leaf {
  object: number;
  matrix: Matrix;
  masks: readonly PixelBox[];
  /** Whether its clip is the same as that of the previous leaf. */
  sameClip: boolean;
}

/** The state of reading one page's objects. */
interface Reading {
  pdf: Native;
  /** Room for six numbers of PDFium. */
  scratch: number;
  /** The bounds of the bitmap. */
  picture: PixelBox;
  /** Clip paths by the address of their first point. */
  clipPaths: Map<number, ClipPath>;
}

const floats = ({ pdf, scratch }: Reading, count: number): number[] =>
  Array.from(new Float32Array(pdf.memory.buffer, scratch, count));

const clipPathOf = (reading: Reading, clip: number, index: number, matrix: Matrix): ClipPath => {
  const { pdf, scratch, clipPaths } = reading;
  const first = pdf.FPDFClipPath_GetPathSegment(clip, index, 0);
  const known = clipPaths.get(first);
  if (known) return known;
  const points: Point[] = [];
  const count = pdf.FPDFClipPath_CountPathSegments(clip, index);
  for (let i = 0; i < count; i++) {
    pdf.FPDFPathSegment_GetPoint(pdf.FPDFClipPath_GetPathSegment(clip, index, i), scratch, scratch + 4);
    const [x, y] = floats(reading, 2) as [number, number];
    const placed = follow([1, 0, 0, 1, x, y], matrix);
    points.push([placed[4], placed[5]]);
  }
  const path = { box: boundsOf(points), masked: !isUprightRectangle(points) };
  clipPaths.set(first, path);
  return path;
};

const masksOf = (reading: Reading, clip: number, paths: number, matrix: Matrix): PixelBox[] => {
  const masks: PixelBox[] = [];
  let left = reading.picture;
  for (let index = 0; index < paths && !isEmpty(left); index++) {
    const { box, masked } = clipPathOf(reading, clip, index, matrix);
    left = overlap(left, box);
    if (masked && !isEmpty(left)) masks.push(left);
  }
  return masks;
};

/** The objects of a page or a form. */
interface Objects {
  count: number;
  at: (index: number) => number;
  matrix: Matrix;
  /** Number of forms around them. */
  depth: number;
}

/** Visits the leaves in the order in which they are drawn. */
const walk = (reading: Reading, { count, at, matrix, depth }: Objects, visit: (leaf: Leaf) => void): void => {
  const { pdf, scratch } = reading;
  let last = 0;
  let lastPaths = 0;
  for (let index = 0; index < count; index++) {
    const object = at(index);
    const clip = pdf.FPDFPageObj_GetClipPath(object);
    const paths = Math.max(0, pdf.FPDFClipPath_CountPaths(clip));
    // Objects under one graphics state share its paths, identified by the address of the last one's points.
    const points = paths && pdf.FPDFClipPath_GetPathSegment(clip, paths - 1, 0);
    const sameClip = index > 0 && points === last && paths === lastPaths;
    [last, lastPaths] = [points, paths];
    const masks = paths && !sameClip ? masksOf(reading, clip, paths, matrix) : [];
    const opens =
      masks.length === 0 &&
      pdf.FPDFPageObj_GetType(object) === formObject &&
      depth < deepestForm &&
      !pdf.FPDFPageObj_HasTransparency(object) &&
      pdf.FPDFPageObj_GetMatrix(object, scratch);
    if (opens) {
      const form: Objects = {
        count: pdf.FPDFFormObj_CountObjects(object),
        at: (i) => pdf.FPDFFormObj_GetObject(object, i),
        matrix: follow(floats(reading, 6) as unknown as Matrix, matrix),
        depth: depth + 1,
      };
      walk(reading, form, visit);
      last = -1;
    } else visit({ object, matrix, masks, sameClip });
  }
};

/** Returns the pixels that an object may cover. */
const boxOf = (reading: Reading, object: number, matrix: Matrix): PixelBox => {
  const { pdf, scratch, picture } = reading;
  if (!pdf.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return picture;
  const [l, b, r, t] = floats(reading, 4) as [number, number, number, number];
  const corners: Point[] = [
    [l, b],
    [r, b],
    [l, t],
    [r, t],
  ];
  const [ma, mb, mc, md, me, mf] = matrix;
  const box = boundsOf(corners.map(([x, y]) => [ma * x + mc * y + me, mb * x + md * y + mf]));
  return overlap(picture, {
    left: box.left - rim,
    top: box.top - rim,
    right: box.right + rim,
    bottom: box.bottom + rim,
  });
};

/**
 * Divides the page's objects into runs to be drawn one after the other, with all other objects hidden except the
 * forms that contain them. Returns null for nearly every page, which is best drawn in one piece.
 * @param place from page space to pixels, as PDFium rounds it
 */
export const drawingRuns = (
  pdf: Native,
  page: number,
  place: Matrix,
  width: number,
  height: number,
): DrawingRun[] | null => {
  const picture: PixelBox = { left: 0, top: 0, right: width, bottom: height };
  const reading: Reading = { pdf, scratch: pdf.malloc(24), picture, clipPaths: new Map() };
  const at = (index: number) => pdf.FPDFPage_GetObject(page, index);
  const objects: Objects = { count: pdf.FPDFPage_CountObjects(page), at, matrix: place, depth: 0 };
  let leaves = 0;
  let masked = 0;
  walk(reading, objects, ({ masks }) => {
    leaves++;
    for (const mask of masks) masked += area(mask);
  });
  const runs = masked >= worthRuns ? runsOf(reading, objects, drawingAgain + leaves * passingOver) : null;
  pdf.free(reading.scratch);
  return runs;
};

/** @param worthAlone pixels of masks that must be saved for an object to be drawn on its own */
const runsOf = (reading: Reading, objects: Objects, worthAlone: number): DrawingRun[] => {
  const found: DrawingRun[] = [];
  let alone = false;
  walk(reading, objects, ({ object, matrix, masks, sameClip }) => {
    const run = found.at(-1);
    const box = masks.length > 0 || (alone && sameClip) ? boxOf(reading, object, matrix) : reading.picture;
    if (run && sameClip) {
      run.objects.push(object);
      if (alone) run.box = union(run.box, box);
      return;
    }
    const saved = masks.reduce((sum, mask) => sum + area(mask) - area(overlap(mask, box)), 0);
    const wasAlone = alone;
    alone = saved > worthAlone;
    if (alone || wasAlone || !run) found.push({ objects: [object], box: alone ? box : reading.picture });
    else run.objects.push(object);
  });
  return found;
};

type Point = [x: number, y: number];

const isEmpty = ({ left, top, right, bottom }: PixelBox) => right <= left || bottom <= top;
const area = (box: PixelBox) => (isEmpty(box) ? 0 : (box.right - box.left) * (box.bottom - box.top));

const overlap = (one: PixelBox, other: PixelBox): PixelBox => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

const union = (one: PixelBox, other: PixelBox): PixelBox => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** Returns the smallest rectangle of whole pixels around the points. */
const boundsOf = (points: readonly Point[]): PixelBox => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, Math.floor(x));
    box.top = Math.min(box.top, Math.floor(y));
    box.right = Math.max(box.right, Math.ceil(x));
    box.bottom = Math.max(box.bottom, Math.ceil(y));
  }
  return box;
};

/** Whether a path has four corners exactly in line with their neighbours, which PDFium clips to without a mask. */
const isUprightRectangle = (points: readonly Point[]): boolean =>
  (points.length === 4 || points.length === 5) &&
  points.every(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return x === nextX || y === nextY;
  });
