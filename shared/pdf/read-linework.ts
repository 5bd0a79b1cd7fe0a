import { boundsOf, type Clip, clipFill, clipLine, holds, isEmptyBox, narrowClip } from '../drawing/clip.ts';
import { Growing } from '../drawing/growing.ts';
import { type Linework, type PathStyle, type Ring, toRings, Verb } from '../drawing/linework.ts';
import { hiddenLayers } from './hidden-layers.ts';
import { LayerMarks } from './layer-marks.ts';
import { withKey } from './native-text.ts';
import { throughMatrix } from './page-matrix.ts';
import type { Native } from './pdfium.ts';
import type { Matrix } from './protocol.ts';

const pathObject = 2;
const pictureObject = 3;
const shadingObject = 4;
const formObject = 5;
const deepestForm = 12;
const opaque = 255;

/**
 * Maximum number of path points of a page, four times that of the densest sheet observed; beyond it the linework is
 * truncated.
 */
const maximumPoints = 4_000_000;
const maximumInstances = 200_000;
/** Maximum length of a dash pattern. */
const maximumDashes = 16;

/** PDFium's types of path segments. */
const verbOf: readonly number[] = [Verb.line, Verb.curve, Verb.move];

/** PDFium's layout of a path's point in memory, in bytes; checked with each path. */
const segmentBytes = 12;
const typeOffset = 8;
const closeOffset = 9;

/** Returns `first` followed by `second`. */
const then = (first: Matrix, second: Matrix): Matrix => {
  const [a, b, c, d, e, f] = first;
  const [ra, rb, rc, rd, re, rf] = second;
  return [
    a * ra + b * rc,
    a * rb + b * rd,
    c * ra + d * rc,
    c * rb + d * rd,
    e * ra + f * rc + re,
    e * rb + f * rd + rf,
  ];
};

/** Returns the factor by which a matrix enlarges lengths, averaged over directions. */
const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

/** Returns the hexadecimal notation of a colour whose last byte is its opacity. */
const hex = (colour: number): string =>
  `#${Math.floor(colour / 256)
    .toString(16)
    .padStart(6, '0')}`;

/** 32-bit FNV-1a hash, one number at a time. */
const digestWith = (digest: number, value: number): number => Math.imul(digest ^ value, 0x01000193) >>> 0;
const emptyDigest = 0x811c9dc5;
/** Form space is hashed in 64ths of its unit, because rounding differs slightly between uses of a form. */
const digestUnit = 64;

/** The context that a container (the page or a form) passes to its objects. */
interface Container {
  /** From the container's space to the displayed page. */
  matrix: Matrix;
  clip: Clip;
  layer: number | null;
  /** Index of its instance; −1 for the page. */
  instance: number;
  depth: number;
  transparent: boolean;
}

/**
 * Reads the paths of a loaded page, including those of its forms. Omits objects on hidden layers, as PDFium does when
 * rendering.
 */
export const readLinework = (pdf: Native, page: number): Linework => {
  const [width, height] = [pdf.FPDF_GetPageWidthF(page), pdf.FPDF_GetPageHeightF(page)];
  const scratch = pdf.malloc(4 * maximumDashes + 32);
  let floats = new Float32Array(pdf.memory.buffer, scratch, maximumDashes);
  let ints = new Int32Array(pdf.memory.buffer, scratch, maximumDashes);
  const refresh = () => {
    if (floats.buffer === pdf.memory.buffer) return;
    floats = new Float32Array(pdf.memory.buffer, scratch, maximumDashes);
    ints = new Int32Array(pdf.memory.buffer, scratch, maximumDashes);
  };

  const paths = new Growing(Uint32Array);
  const verbs = new Growing(Uint8Array);
  const points = new Growing(Float32Array);
  const pictures = new Growing(Float32Array);
  const styles: PathStyle[] = [];
  const styleNumbers = new Map<string, number>();
  const instances: Linework['instances'] = [];
  let truncated = false;

  // One path in its own space, then as displayed.
  let own = new Float64Array(3 * 1024);
  let ownVerbs = new Uint8Array(3 * 1024);
  let kinds = new Uint8Array(2 * 1024);
  let closes = new Uint8Array(2 * 1024);
  let placed = new Float64Array(3 * 1024);

  const matrixOf = (object: number): Matrix => {
    if (!pdf.FPDFPageObj_GetMatrix(object, scratch)) return [1, 0, 0, 1, 0, 0];
    refresh();
    return [floats[0]!, floats[1]!, floats[2]!, floats[3]!, floats[4]!, floats[5]!];
  };

  /**
   * Reads segments from PDFium's memory. PDFium keeps the points of a path one after the other: x and y as floats, the
   * type, whether it closes. @returns whether they are there, by their addresses and the last one's flags
   */
  const copySegments = (count: number, first: number, last: number): boolean => {
    if (last - first !== segmentBytes * (count - 1)) return false;
    const bytes = new Uint8Array(pdf.memory.buffer, first, segmentBytes * count);
    const end = segmentBytes * (count - 1);
    if (
      bytes[end + typeOffset] !== pdf.FPDFPathSegment_GetType(last) ||
      bytes[end + closeOffset] !== (pdf.FPDFPathSegment_GetClose(last) ? 1 : 0)
    )
      return false;
    const numbers = new Float32Array(pdf.memory.buffer, first, (segmentBytes / 4) * count);
    for (let i = 0; i < count; i++) {
      own[2 * i] = numbers[3 * i]!;
      own[2 * i + 1] = numbers[3 * i + 1]!;
      kinds[i] = bytes[segmentBytes * i + typeOffset]!;
      closes[i] = bytes[segmentBytes * i + closeOffset]!;
    }
    return true;
  };
  /** Reads the segments of a path or clipping path into `own` and `ownVerbs`. @returns the number of verbs */
  const readSegments = (count: number, segmentAt: (index: number) => number): number => {
    if (2 * count > own.length) {
      own = new Float64Array(3 * count);
      placed = new Float64Array(3 * count);
      ownVerbs = new Uint8Array(3 * count);
      kinds = new Uint8Array(2 * count);
      closes = new Uint8Array(2 * count);
    }
    if (count > 0 && !copySegments(count, segmentAt(0), segmentAt(count - 1))) {
      for (let i = 0; i < count; i++) {
        const segment = segmentAt(i);
        pdf.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
        refresh();
        own[2 * i] = floats[0]!;
        own[2 * i + 1] = floats[1]!;
        kinds[i] = pdf.FPDFPathSegment_GetType(segment);
        closes[i] = pdf.FPDFPathSegment_GetClose(segment) ? 1 : 0;
      }
    }
    let verb = 0;
    let inCurve = 0;
    for (let i = 0; i < count; i++) {
      const kind = verbOf[kinds[i]!] ?? Verb.line;
      if (kind !== Verb.curve) {
        ownVerbs[verb++] = kind;
        inCurve = 0;
      } else if (inCurve++ % 3 === 0) ownVerbs[verb++] = Verb.curve;
      if (closes[i]) ownVerbs[verb++] = Verb.close;
    }
    return verb;
  };
  const place = (count: number, [a, b, c, d, e, f]: Matrix) => {
    for (let i = 0; i < 2 * count; i += 2) {
      const x = own[i]!;
      const y = own[i + 1]!;
      placed[i] = a * x + c * y + e;
      placed[i + 1] = b * x + d * y + f;
    }
  };

  const clips = new Map<string, Clip>();
  const clipOf = (object: number, container: Container): Clip => {
    const path = pdf.FPDFPageObj_GetClipPath(object);
    const count = pdf.FPDFClipPath_CountPaths(path);
    if (count <= 0) return container.clip;
    // Objects under one graphics state share its clipping paths, identified by the address of the points.
    const key = `${container.instance} ${count} ${pdf.FPDFClipPath_GetPathSegment(path, count - 1, 0)} ${pdf.FPDFClipPath_GetPathSegment(path, 0, 0)}`;
    const known = clips.get(key);
    if (known) return known;
    let { clip } = container;
    for (let index = 0; index < count; index++) {
      const segments = Math.max(0, pdf.FPDFClipPath_CountPathSegments(path, index));
      const verbCount = readSegments(segments, (i) => pdf.FPDFClipPath_GetPathSegment(path, index, i));
      place(segments, container.matrix);
      clip = narrowClip(clip, toRings(ownVerbs, placed, 0, verbCount, 0));
    }
    clips.set(key, clip);
    return clip;
  };

  /** Returns red, green, blue and opacity in one number, a byte each; -1 without a colour. */
  const colourOf = (
    read: (object: number, r: number, g: number, b: number, a: number) => number,
    object: number,
  ): number => {
    if (!read(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return -1;
    refresh();
    return (((ints[0]! & 255) << 16) | ((ints[1]! & 255) << 8) | (ints[2]! & 255)) * 256 + (ints[3]! & 255);
  };

  let lastStyle = 0;
  let lastRaw = {
    stroke: -2,
    fill: -2,
    fillMode: 0,
    lineWidth: 0,
    layer: null as number | null,
    seeThrough: false,
    cap: 0,
    join: 0,
    dashed: false,
  };
  const styleOf = (object: number, matrix: Matrix, layer: number | null, transparent: boolean): number => {
    pdf.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
    refresh();
    const fillMode = ints[0]!;
    const stroke = ints[1] === 0 ? -1 : colourOf(pdf.FPDFPageObj_GetStrokeColor, object);
    const fill = fillMode === 0 ? -1 : colourOf(pdf.FPDFPageObj_GetFillColor, object);
    let lineWidth = 0;
    const dash: number[] = [];
    let dashPhase = 0;
    let cap = 0;
    let join = 0;
    if (stroke >= 0) {
      const scale = scaleOf(matrix);
      const rounded = (value: number) => Math.round(value * scale * 100) / 100;
      if (pdf.FPDFPageObj_GetStrokeWidth(object, scratch)) lineWidth = rounded(floats[0]!);
      const count = Math.min(maximumDashes, pdf.FPDFPageObj_GetDashCount(object));
      if (count > 0 && pdf.FPDFPageObj_GetDashArray(object, scratch, count)) {
        for (let i = 0; i < count; i++) dash.push(rounded(floats[i]!));
        if (pdf.FPDFPageObj_GetDashPhase(object, scratch)) dashPhase = rounded(floats[0]!);
      }
      cap = pdf.FPDFPageObj_GetLineCap(object);
      join = pdf.FPDFPageObj_GetLineJoin(object);
    }
    const seeThrough =
      transparent ||
      pdf.FPDFPageObj_HasTransparency(object) !== 0 ||
      (fill >= 0 && fill % 256 < opaque) ||
      (stroke >= 0 && stroke % 256 < opaque);
    const isLast =
      lastRaw.stroke === stroke &&
      lastRaw.fill === fill &&
      lastRaw.fillMode === fillMode &&
      lastRaw.lineWidth === lineWidth &&
      lastRaw.layer === layer &&
      lastRaw.seeThrough === seeThrough &&
      lastRaw.cap === cap &&
      lastRaw.join === join &&
      dash.length === 0 &&
      !lastRaw.dashed;
    if (isLast) return lastStyle;
    lastRaw = { stroke, fill, fillMode, lineWidth, layer, seeThrough, cap, join, dashed: dash.length > 0 };
    const key = `${stroke} ${lineWidth} ${dash} ${dashPhase} ${cap}${join} ${fill} ${fillMode} ${layer} ${seeThrough}`;
    const known = styleNumbers.get(key);
    if (known !== undefined) {
      lastStyle = known;
      return known;
    }
    lastStyle = styles.length;
    styleNumbers.set(key, lastStyle);
    styles.push({
      stroke: stroke < 0 ? null : hex(stroke),
      strokeOpacity: stroke < 0 ? 1 : (stroke % 256) / opaque,
      width: lineWidth,
      dash,
      dashPhase,
      cap,
      join,
      fill: fill < 0 ? null : hex(fill),
      fillOpacity: fill < 0 ? 1 : (fill % 256) / opaque,
      evenOdd: fillMode === 1,
      layer,
      transparent: seeThrough,
    });
    return lastStyle;
  };
  const variants = new Map<string, number>();
  /** Returns a style that only strokes, or only fills, derived from one that does both. */
  const onlyPart = (style: number, part: 'stroke' | 'fill'): number => {
    const key = `${style} ${part}`;
    const known = variants.get(key);
    if (known !== undefined) return known;
    styles.push({ ...styles[style]!, ...(part === 'stroke' ? { fill: null } : { stroke: null }) });
    variants.set(key, styles.length - 1);
    return styles.length - 1;
  };

  const addRings = (style: number, instance: number, rings: readonly Ring[]) => {
    if (rings.length === 0) return;
    paths.push4(style, instance + 1, verbs.length, points.length / 2);
    for (const { points: at, closed } of rings) {
      for (let i = 0; i < at.length; i += 2) {
        verbs.push(i === 0 ? Verb.move : Verb.line);
        points.push2(at[i]!, at[i + 1]!);
      }
      if (closed) verbs.push(Verb.close);
    }
  };
  /** Appends a polyline cut by the clip, as pieces that remain joined where nothing was cut away between them. */
  const cutStroke = (clip: Clip, { points: at, closed }: Ring): Ring[] => {
    const pieces: Ring[] = [];
    const corners = closed ? [...at, at[0]!, at[1]!] : at;
    let open: number[] | undefined;
    for (let i = 0; i + 3 < corners.length; i += 2) {
      const [x0, y0, x1, y1] = [corners[i]!, corners[i + 1]!, corners[i + 2]!, corners[i + 3]!];
      const parts = clipLine(clip, x0, y0, x1, y1);
      if (parts.length === 0) open = undefined;
      for (let k = 0; k < parts.length; k += 2) {
        const [t0, t1] = [parts[k]!, parts[k + 1]!];
        if (!(open && t0 === 0)) {
          open = [x0 + t0 * (x1 - x0), y0 + t0 * (y1 - y0)];
          pieces.push({ points: open, closed: false });
        }
        open.push(x0 + t1 * (x1 - x0), y0 + t1 * (y1 - y0));
        if (t1 < 1) open = undefined;
      }
    }
    return pieces;
  };
  const addPath = (object: number, container: Container, layer: number | null): number => {
    const count = pdf.FPDFPath_CountSegments(object);
    if (count <= 0) return emptyDigest;
    const clip = clipOf(object, container);
    const ownMatrix = matrixOf(object);
    const matrix = then(ownMatrix, container.matrix);
    const verbCount = readSegments(count, (i) => pdf.FPDFPath_GetPathSegment(object, i));
    let digest = emptyDigest;
    if (container.depth > 0) {
      const [a, b, c, d, e, f] = ownMatrix;
      for (let i = 0; i < 2 * count; i += 2) {
        const [x, y] = [own[i]!, own[i + 1]!];
        digest = digestWith(digest, Math.round((a * x + c * y + e) * digestUnit));
        digest = digestWith(digest, Math.round((b * x + d * y + f) * digestUnit));
      }
    }
    place(count, matrix);
    const box = boundsOf(placed, 0, 2 * count);
    const style = styleOf(object, matrix, layer, container.transparent);
    const { stroke, fill } = styles[style]!;
    if (stroke === null && fill === null) return digest;
    if (clip.shapes.length === 0 && holds(clip.box, box)) {
      paths.push4(style, container.instance + 1, verbs.length, points.length / 2);
      for (let i = 0; i < verbCount; i++) verbs.push(ownVerbs[i]!);
      for (let i = 0; i < 2 * count; i += 2) points.push2(placed[i]!, placed[i + 1]!);
      return digest;
    }
    if (isEmptyBox(clip.box) || box.left > clip.box.right || box.right < clip.box.left) return digest;
    if (box.top > clip.box.bottom || box.bottom < clip.box.top) return digest;
    const rings = toRings(ownVerbs, placed, 0, verbCount, 0);
    if (fill !== null)
      addRings(stroke === null ? style : onlyPart(style, 'fill'), container.instance, clipFill(clip, rings));
    if (stroke !== null) {
      const cut = rings.flatMap((ring) => cutStroke(clip, ring));
      addRings(fill === null ? style : onlyPart(style, 'stroke'), container.instance, cut);
    }
    return digest;
  };
  const addPicture = (object: number, { matrix, clip }: Container) => {
    if (!pdf.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return;
    refresh();
    const [l, b, r, t] = [floats[0]!, floats[1]!, floats[2]!, floats[3]!];
    own.set([l, b, r, b, r, t, l, t]);
    place(4, matrix);
    const box = boundsOf(placed, 0, 8);
    const left = Math.max(box.left, clip.box.left);
    const top = Math.max(box.top, clip.box.top);
    const right = Math.min(box.right, clip.box.right);
    const bottom = Math.min(box.bottom, clip.box.bottom);
    if (right <= left || bottom <= top) return;
    pictures.push2(left, top);
    pictures.push2(right, bottom);
  };

  const names = withKey(pdf, 'Name', (nameKey) => {
    const marks = new LayerMarks(pdf, nameKey);
    const hidden = hiddenLayers(pdf, page, marks);
    const walk = (count: number, objectAt: (index: number) => number, container: Container): number => {
      let digest = emptyDigest;
      for (let index = 0; index < count; index++) {
        if (points.length >= 2 * maximumPoints || instances.length >= maximumInstances) {
          truncated = true;
          break;
        }
        const object = objectAt(index);
        const layer = marks.layerOf(object) ?? container.layer;
        if (layer !== null && hidden.has(layer)) continue;
        const type = pdf.FPDFPageObj_GetType(object);
        let part = type;
        if (type === pathObject) part = addPath(object, container, layer);
        else if (type === pictureObject || type === shadingObject)
          addPicture(object, { ...container, clip: clipOf(object, container) });
        else if (type === formObject && container.depth < deepestForm) part = addForm(object, container, layer);
        digest = digestWith(digest, part);
      }
      return digest;
    };
    const addForm = (object: number, container: Container, layer: number | null): number => {
      const clip = clipOf(object, container);
      if (isEmptyBox(clip.box)) return emptyDigest;
      const ownMatrix = matrixOf(object);
      const matrix = then(ownMatrix, container.matrix);
      const instance = instances.length;
      const made = { parent: container.instance < 0 ? null : container.instance, form: 0, matrix };
      instances.push(made);
      made.form = walk(pdf.FPDFFormObj_CountObjects(object), (i) => pdf.FPDFFormObj_GetObject(object, i), {
        matrix,
        clip,
        layer,
        instance,
        depth: container.depth + 1,
        transparent: container.transparent || pdf.FPDFPageObj_HasTransparency(object) !== 0,
      });
      return ownMatrix.reduce((digest, value) => digestWith(digest, Math.round(value * digestUnit)), made.form);
    };
    walk(pdf.FPDFPage_CountObjects(page), (index) => pdf.FPDFPage_GetObject(page, index), {
      matrix: throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]),
      clip: { box: { left: 0, top: 0, right: width, bottom: height }, shapes: [] },
      layer: null,
      instance: -1,
      depth: 0,
      transparent: false,
    });
    return marks.close();
  });
  pdf.free(scratch);
  return {
    width,
    height,
    styles,
    layers: names,
    instances,
    paths: paths.taken(),
    verbs: verbs.taken(),
    points: points.taken(),
    pictures: pictures.taken(),
    truncated,
  };
};
