import type { PathStyle } from '../drawing/linework.ts';
import type { Native } from './pdfium.ts';
import type { Scratch } from './scratch.ts';

const opaque = 255;
/** Maximum length of a dash pattern. */
export const maximumDashes = 16;

/** Returns the hexadecimal notation of a colour whose last byte is its opacity. */
const hex = (colour: number): string =>
  `#${Math.floor(colour / 256)
    .toString(16)
    .padStart(6, '0')}`;

interface Stroke {
  /** As displayed, in points, rounded to hundredths. */
  width: number;
  dash: readonly number[];
  dashPhase: number;
  cap: number;
  join: number;
}
const noStroke: Stroke = { width: 0, dash: [], dashPhase: 0, cap: 0, join: 0 };

/** What PDFium returns of a path without dashes; most paths have the same as the previous one. */
interface Plain {
  stroke: number;
  fill: number;
  fillMode: number;
  width: number;
  layer: number | null;
  transparent: boolean;
  cap: number;
  join: number;
}

const isSame = (a: Plain, b: Plain): boolean =>
  a.stroke === b.stroke &&
  a.fill === b.fill &&
  a.fillMode === b.fillMode &&
  a.width === b.width &&
  a.layer === b.layer &&
  a.transparent === b.transparent &&
  a.cap === b.cap &&
  a.join === b.join;

/** The different styles of a page's paths. */
export class PathStyles {
  readonly all: PathStyle[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #parts = new Map<string, number>();
  #last: { plain: Plain; style: number } | undefined;
  readonly #pdf: Native;
  readonly #scratch: Scratch;

  constructor(pdf: Native, scratch: Scratch) {
    this.#pdf = pdf;
    this.#scratch = scratch;
  }

  /**
   * Returns the index of a path's style.
   * @param scale the factor by which lengths are enlarged when displayed
   * @param isInTransparent whether a form that contains the path is transparent
   */
  of(object: number, scale: number, layer: number | null, isInTransparent: boolean): number {
    const [pdf, scratch] = [this.#pdf, this.#scratch];
    pdf.FPDFPath_GetDrawMode(object, scratch.at(0), scratch.at(1));
    const { ints } = scratch;
    const [fillMode, hasStroke] = [ints[0]!, ints[1] !== 0];
    const stroke = hasStroke ? this.#colourOf(pdf.FPDFPageObj_GetStrokeColor, object) : -1;
    const fill = fillMode === 0 ? -1 : this.#colourOf(pdf.FPDFPageObj_GetFillColor, object);
    const { width, dash, dashPhase, cap, join } = stroke < 0 ? noStroke : this.#strokeOf(object, scale);
    const transparent =
      isInTransparent ||
      pdf.FPDFPageObj_HasTransparency(object) !== 0 ||
      (fill >= 0 && fill % 256 < opaque) ||
      (stroke >= 0 && stroke % 256 < opaque);
    const plain = { stroke, fill, fillMode, width, layer, transparent, cap, join };
    if (dash.length === 0 && this.#last && isSame(this.#last.plain, plain)) return this.#last.style;
    const key = `${stroke} ${width} ${dash} ${dashPhase} ${cap}${join} ${fill} ${fillMode} ${layer} ${transparent}`;
    const style = this.#numbers.get(key) ?? this.all.length;
    if (style === this.all.length) {
      this.#numbers.set(key, style);
      this.all.push({
        stroke: stroke < 0 ? null : hex(stroke),
        strokeOpacity: stroke < 0 ? 1 : (stroke % 256) / opaque,
        width,
        dash: [...dash],
        dashPhase,
        cap,
        join,
        fill: fill < 0 ? null : hex(fill),
        fillOpacity: fill < 0 ? 1 : (fill % 256) / opaque,
        evenOdd: fillMode === 1,
        layer,
        transparent,
      });
    }
    this.#last = dash.length === 0 ? { plain, style } : undefined;
    return style;
  }

  /** Returns a style that only strokes, or only fills, derived from one that does both. */
  onlyPart(style: number, part: 'stroke' | 'fill'): number {
    const key = `${style} ${part}`;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    this.all.push({ ...this.all[style]!, ...(part === 'stroke' ? { fill: null } : { stroke: null }) });
    this.#parts.set(key, this.all.length - 1);
    return this.all.length - 1;
  }

  /** Returns red, green, blue and opacity in one number, a byte each; -1 without a colour. */
  #colourOf(read: (object: number, r: number, g: number, b: number, a: number) => number, object: number): number {
    const scratch = this.#scratch;
    if (!read(object, scratch.at(0), scratch.at(1), scratch.at(2), scratch.at(3))) return -1;
    const { ints } = scratch;
    return (((ints[0]! & 255) << 16) | ((ints[1]! & 255) << 8) | (ints[2]! & 255)) * 256 + (ints[3]! & 255);
  }

  #strokeOf(object: number, scale: number): Stroke {
    const [pdf, scratch] = [this.#pdf, this.#scratch];
    const rounded = (value: number) => Math.round(value * scale * 100) / 100;
    const width = pdf.FPDFPageObj_GetStrokeWidth(object, scratch.at(0)) ? rounded(scratch.floats[0]!) : 0;
    const count = Math.min(maximumDashes, pdf.FPDFPageObj_GetDashCount(object));
    const isDashed = count > 0 && pdf.FPDFPageObj_GetDashArray(object, scratch.at(0), count) !== 0;
    const dash = isDashed ? Array.from(scratch.floats.subarray(0, count), rounded) : [];
    const hasPhase = isDashed && pdf.FPDFPageObj_GetDashPhase(object, scratch.at(0)) !== 0;
    const dashPhase = hasPhase ? rounded(scratch.floats[0]!) : 0;
    return {
      width,
      dash,
      dashPhase,
      cap: pdf.FPDFPageObj_GetLineCap(object),
      join: pdf.FPDFPageObj_GetLineJoin(object),
    };
  }
}
