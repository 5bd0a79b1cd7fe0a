import { boundsOf, type Clip, clipFill, clipLine, holds, isEmptyBox, narrowClip } from '../drawing/clip.ts';
import { Growing } from '../drawing/growing.ts';
import { type Linework, type Ring, toRings, Verb } from '../drawing/linework.ts';
import { hiddenLayers } from './hidden-layers.ts';
import { LayerMarks } from './layer-marks.ts';
import { withKey } from './native-text.ts';
import { throughMatrix } from './page-matrix.ts';
import { PathSegments } from './path-segments.ts';
import { maximumDashes, PathStyles } from './path-styles.ts';
import type { Native } from './pdfium.ts';
import type { Matrix } from './protocol.ts';
import { Scratch } from './scratch.ts';

const pathObject = 2;
const pictureObject = 3;
const shadingObject = 4;
const formObject = 5;
const deepestForm = 12;

/**
 * Maximum number of path points of a page, four times that of the densest sheet observed; beyond it the linework is
 * truncated.
 */
const maximumPoints = 4_000_000;
const maximumInstances = 200_000;

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

/** Cuts a polyline at the clip, into pieces that remain joined where nothing was cut away between them. */
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

/** Returns whether nothing of the box is inside the clip. */
const isOutside = ({ box: clip }: Clip, box: Clip['box']): boolean =>
  isEmptyBox(clip) || box.left > clip.right || box.right < clip.left || box.top > clip.bottom || box.bottom < clip.top;

/** Collects the paths of a page. */
class LineworkReader {
  readonly #pdf: Native;
  readonly #marks: LayerMarks;
  readonly #hidden: ReadonlySet<number>;
  readonly #scratch: Scratch;
  readonly #path: PathSegments;
  readonly #styles: PathStyles;
  readonly #paths = new Growing(Uint32Array);
  readonly #verbs = new Growing(Uint8Array);
  readonly #points = new Growing(Float32Array);
  readonly #pictures = new Growing(Float32Array);
  readonly #instances: Linework['instances'] = [];
  readonly #clips = new Map<string, Clip>();
  #truncated = false;

  constructor(pdf: Native, marks: LayerMarks, hidden: ReadonlySet<number>, scratch: Scratch) {
    this.#pdf = pdf;
    this.#marks = marks;
    this.#hidden = hidden;
    this.#scratch = scratch;
    this.#path = new PathSegments(pdf, scratch);
    this.#styles = new PathStyles(pdf, scratch);
  }

  /** Reads the objects of a container. @returns a digest of them in the container's space */
  read(count: number, objectAt: (index: number) => number, container: Container): number {
    let digest = emptyDigest;
    for (let index = 0; index < count; index++) {
      if (this.#points.length >= 2 * maximumPoints || this.#instances.length >= maximumInstances) {
        this.#truncated = true;
        break;
      }
      const object = objectAt(index);
      const layer = this.#marks.layerOf(object) ?? container.layer;
      if (layer !== null && this.#hidden.has(layer)) continue;
      const type = this.#pdf.FPDFPageObj_GetType(object);
      let part = type;
      if (type === pathObject) part = this.#addPath(object, container, layer);
      else if (type === pictureObject || type === shadingObject)
        this.#addPicture(object, container.matrix, this.#clipOf(object, container));
      else if (type === formObject && container.depth < deepestForm) part = this.#addForm(object, container, layer);
      digest = digestWith(digest, part);
    }
    return digest;
  }

  taken(): Pick<Linework, 'styles' | 'instances' | 'paths' | 'verbs' | 'points' | 'pictures' | 'truncated'> {
    return {
      styles: this.#styles.all,
      instances: this.#instances,
      paths: this.#paths.taken(),
      verbs: this.#verbs.taken(),
      points: this.#points.taken(),
      pictures: this.#pictures.taken(),
      truncated: this.#truncated,
    };
  }

  #addForm(object: number, container: Container, layer: number | null): number {
    const clip = this.#clipOf(object, container);
    if (isEmptyBox(clip.box)) return emptyDigest;
    const pdf = this.#pdf;
    const ownMatrix = this.#scratch.matrixOf(object);
    const matrix = then(ownMatrix, container.matrix);
    const instance = this.#instances.length;
    const made = { parent: container.instance < 0 ? null : container.instance, form: 0, matrix };
    this.#instances.push(made);
    made.form = this.read(pdf.FPDFFormObj_CountObjects(object), (i) => pdf.FPDFFormObj_GetObject(object, i), {
      matrix,
      clip,
      layer,
      instance,
      depth: container.depth + 1,
      transparent: container.transparent || pdf.FPDFPageObj_HasTransparency(object) !== 0,
    });
    return ownMatrix.reduce((digest, value) => digestWith(digest, Math.round(value * digestUnit)), made.form);
  }

  #addPath(object: number, container: Container, layer: number | null): number {
    const [pdf, path] = [this.#pdf, this.#path];
    const count = pdf.FPDFPath_CountSegments(object);
    if (count <= 0) return emptyDigest;
    const clip = this.#clipOf(object, container);
    const ownMatrix = this.#scratch.matrixOf(object);
    const matrix = then(ownMatrix, container.matrix);
    const verbCount = path.read(count, (i) => pdf.FPDFPath_GetPathSegment(object, i));
    const digest = container.depth > 0 ? this.#digestOf(count, ownMatrix) : emptyDigest;
    path.place(count, matrix);
    const style = this.#styles.of(object, scaleOf(matrix), layer, container.transparent);
    const { stroke, fill } = this.#styles.all[style]!;
    if (stroke === null && fill === null) return digest;
    const box = boundsOf(path.placed, 0, 2 * count);
    if (clip.shapes.length === 0 && holds(clip.box, box)) this.#addWhole(style, container.instance, verbCount, count);
    else if (!isOutside(clip, box)) this.#addClipped(style, container.instance, verbCount, clip);
    return digest;
  }

  #digestOf(count: number, [a, b, c, d, e, f]: Matrix): number {
    const { own } = this.#path;
    let digest = emptyDigest;
    for (let i = 0; i < 2 * count; i += 2) {
      const [x, y] = [own[i]!, own[i + 1]!];
      digest = digestWith(digest, Math.round((a * x + c * y + e) * digestUnit));
      digest = digestWith(digest, Math.round((b * x + d * y + f) * digestUnit));
    }
    return digest;
  }

  #startPath(style: number, instance: number): void {
    this.#paths.push4(style, instance + 1, this.#verbs.length, this.#points.length / 2);
  }

  #addWhole(style: number, instance: number, verbCount: number, count: number): void {
    const { verbs, placed } = this.#path;
    this.#startPath(style, instance);
    for (let i = 0; i < verbCount; i++) this.#verbs.push(verbs[i]!);
    for (let i = 0; i < 2 * count; i += 2) this.#points.push2(placed[i]!, placed[i + 1]!);
  }

  /** Adds what the clip leaves of a path: its fill and its stroke are cut differently. */
  #addClipped(style: number, instance: number, verbCount: number, clip: Clip): void {
    const { stroke, fill } = this.#styles.all[style]!;
    const rings = toRings(this.#path.verbs, this.#path.placed, 0, verbCount, 0);
    const partOf = (part: 'stroke' | 'fill') =>
      stroke === null || fill === null ? style : this.#styles.onlyPart(style, part);
    if (fill !== null) this.#addRings(partOf('fill'), instance, clipFill(clip, rings));
    if (stroke !== null) {
      const cut = rings.flatMap((ring) => cutStroke(clip, ring));
      this.#addRings(partOf('stroke'), instance, cut);
    }
  }

  #addRings(style: number, instance: number, rings: readonly Ring[]): void {
    if (rings.length === 0) return;
    this.#startPath(style, instance);
    for (const { points: at, closed } of rings) {
      for (let i = 0; i < at.length; i += 2) {
        this.#verbs.push(i === 0 ? Verb.move : Verb.line);
        this.#points.push2(at[i]!, at[i + 1]!);
      }
      if (closed) this.#verbs.push(Verb.close);
    }
  }

  #addPicture(object: number, matrix: Matrix, clip: Clip): void {
    const [scratch, path] = [this.#scratch, this.#path];
    if (!this.#pdf.FPDFPageObj_GetBounds(object, scratch.at(0), scratch.at(1), scratch.at(2), scratch.at(3))) return;
    const { floats } = scratch;
    const [l, b, r, t] = [floats[0]!, floats[1]!, floats[2]!, floats[3]!];
    path.own.set([l, b, r, b, r, t, l, t]);
    path.place(4, matrix);
    const box = boundsOf(path.placed, 0, 8);
    const left = Math.max(box.left, clip.box.left);
    const top = Math.max(box.top, clip.box.top);
    const right = Math.min(box.right, clip.box.right);
    const bottom = Math.min(box.bottom, clip.box.bottom);
    if (right <= left || bottom <= top) return;
    this.#pictures.push2(left, top);
    this.#pictures.push2(right, bottom);
  }

  #clipOf(object: number, container: Container): Clip {
    const [pdf, read] = [this.#pdf, this.#path];
    const path = pdf.FPDFPageObj_GetClipPath(object);
    const count = pdf.FPDFClipPath_CountPaths(path);
    if (count <= 0) return container.clip;
    // Objects under one graphics state share its clipping paths, identified by the address of the points.
    const key = `${container.instance} ${count} ${pdf.FPDFClipPath_GetPathSegment(path, count - 1, 0)} ${pdf.FPDFClipPath_GetPathSegment(path, 0, 0)}`;
    const known = this.#clips.get(key);
    if (known) return known;
    let { clip } = container;
    for (let index = 0; index < count; index++) {
      const segments = Math.max(0, pdf.FPDFClipPath_CountPathSegments(path, index));
      const verbCount = read.read(segments, (i) => pdf.FPDFClipPath_GetPathSegment(path, index, i));
      read.place(segments, container.matrix);
      clip = narrowClip(clip, toRings(read.verbs, read.placed, 0, verbCount, 0));
    }
    this.#clips.set(key, clip);
    return clip;
  }
}

/**
 * Reads the paths of a loaded page, including those of its forms. Omits objects on hidden layers, as PDFium does when
 * rendering.
 */
export const readLinework = (pdf: Native, page: number): Linework => {
  const [width, height] = [pdf.FPDF_GetPageWidthF(page), pdf.FPDF_GetPageHeightF(page)];
  const scratch = new Scratch(pdf, maximumDashes);
  const { layers, read } = withKey(pdf, 'Name', (nameKey) => {
    const marks = new LayerMarks(pdf, nameKey);
    const reader = new LineworkReader(pdf, marks, hiddenLayers(pdf, page, marks), scratch);
    reader.read(pdf.FPDFPage_CountObjects(page), (index) => pdf.FPDFPage_GetObject(page, index), {
      matrix: throughMatrix(pdf, page, [1, 0, 0, 1, 0, 0]),
      clip: { box: { left: 0, top: 0, right: width, bottom: height }, shapes: [] },
      layer: null,
      instance: -1,
      depth: 0,
      transparent: false,
    });
    return { layers: marks.close(), read: reader.taken() };
  });
  scratch.free();
  return { width, height, layers, ...read };
};
