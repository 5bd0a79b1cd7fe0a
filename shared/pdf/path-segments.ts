import { Verb } from '../drawing/linework.ts';
import type { Native } from './pdfium.ts';
import type { Matrix } from './protocol.ts';
import type { Scratch } from './scratch.ts';

/** PDFium's types of path segments. */
const verbOf: readonly number[] = [Verb.line, Verb.curve, Verb.move];

/** PDFium's layout of a path's point in memory, in bytes; checked with each path. */
const segmentBytes = 12;
const typeOffset = 8;
const closeOffset = 9;

/** The segments of one path or clipping path, which reading the next one overwrites. */
export class PathSegments {
  /** Points in the path's own space, x and y in turn. */
  own = new Float64Array(3 * 1024);
  verbs = new Uint8Array(3 * 1024);
  /** The same points after `place`. */
  placed = new Float64Array(3 * 1024);
  #kinds = new Uint8Array(2 * 1024);
  #closes = new Uint8Array(2 * 1024);
  readonly #pdf: Native;
  readonly #scratch: Scratch;

  constructor(pdf: Native, scratch: Scratch) {
    this.#pdf = pdf;
    this.#scratch = scratch;
  }

  /** Reads segments into `own` and `verbs`. @returns the number of verbs */
  read(count: number, segmentAt: (index: number) => number): number {
    if (2 * count > this.own.length) {
      this.own = new Float64Array(3 * count);
      this.placed = new Float64Array(3 * count);
      this.verbs = new Uint8Array(3 * count);
      this.#kinds = new Uint8Array(2 * count);
      this.#closes = new Uint8Array(2 * count);
    }
    if (count > 0 && !this.#copy(count, segmentAt(0), segmentAt(count - 1))) this.#ask(count, segmentAt);
    const [verbs, kinds, closes] = [this.verbs, this.#kinds, this.#closes];
    let verb = 0;
    let inCurve = 0;
    for (let i = 0; i < count; i++) {
      const kind = verbOf[kinds[i]!] ?? Verb.line;
      if (kind !== Verb.curve) {
        verbs[verb++] = kind;
        inCurve = 0;
      } else if (inCurve++ % 3 === 0) verbs[verb++] = Verb.curve;
      if (closes[i]) verbs[verb++] = Verb.close;
    }
    return verb;
  }

  /** Transforms the first points of `own` into `placed`. */
  place(count: number, [a, b, c, d, e, f]: Matrix): void {
    const { own, placed } = this;
    for (let i = 0; i < 2 * count; i += 2) {
      const x = own[i]!;
      const y = own[i + 1]!;
      placed[i] = a * x + c * y + e;
      placed[i + 1] = b * x + d * y + f;
    }
  }

  /**
   * Reads segments from PDFium's memory. PDFium keeps the points of a path one after the other: x and y as floats, the
   * type, whether it closes. @returns whether they are there, by their addresses and the last one's flags
   */
  #copy(count: number, first: number, last: number): boolean {
    if (last - first !== segmentBytes * (count - 1)) return false;
    const bytes = new Uint8Array(this.#pdf.memory.buffer, first, segmentBytes * count);
    const end = segmentBytes * (count - 1);
    if (
      bytes[end + typeOffset] !== this.#pdf.FPDFPathSegment_GetType(last) ||
      bytes[end + closeOffset] !== (this.#pdf.FPDFPathSegment_GetClose(last) ? 1 : 0)
    )
      return false;
    const numbers = new Float32Array(this.#pdf.memory.buffer, first, (segmentBytes / 4) * count);
    const [own, kinds, closes] = [this.own, this.#kinds, this.#closes];
    for (let i = 0; i < count; i++) {
      own[2 * i] = numbers[3 * i]!;
      own[2 * i + 1] = numbers[3 * i + 1]!;
      kinds[i] = bytes[segmentBytes * i + typeOffset]!;
      closes[i] = bytes[segmentBytes * i + closeOffset]!;
    }
    return true;
  }

  /** Reads segments one call at a time. */
  #ask(count: number, segmentAt: (index: number) => number): void {
    for (let i = 0; i < count; i++) {
      const segment = segmentAt(i);
      this.#pdf.FPDFPathSegment_GetPoint(segment, this.#scratch.at(0), this.#scratch.at(1));
      this.own[2 * i] = this.#scratch.floats[0]!;
      this.own[2 * i + 1] = this.#scratch.floats[1]!;
      this.#kinds[i] = this.#pdf.FPDFPathSegment_GetType(segment);
      this.#closes[i] = this.#pdf.FPDFPathSegment_GetClose(segment) ? 1 : 0;
    }
  }
}
