import type { Native } from './pdfium.ts';

/** Bytes of a layer's name at most. */
const longest = 1024;

/**
 * The layers (optional content groups) of page objects, by name, as their marks tell. An object under several groups
 * counts for the innermost.
 */
export class LayerMarks {
  readonly #names = new Map<string, number>();
  readonly #pdf: Native;
  readonly #nameKey: number;
  readonly #scratch: number;
  #lastMark = 0;
  #lastCount = 0;
  #lastLayer: number | null = null;

  /** @param nameKey the key `Name`, as PDFium reads it; see withKey */
  constructor(pdf: Native, nameKey: number) {
    this.#pdf = pdf;
    this.#nameKey = nameKey;
    this.#scratch = pdf.malloc(8 + longest);
  }

  /** Index of the object's layer in the names; null where no mark names one. */
  layerOf(object: number): number | null {
    const count = this.#pdf.FPDFPageObj_CountMarks(object);
    if (count <= 0) return null;
    const innermost = this.#pdf.FPDFPageObj_GetMark(object, count - 1);
    // Neighbours share their marks.
    if (innermost === this.#lastMark && count === this.#lastCount) return this.#lastLayer;
    this.#lastMark = innermost;
    this.#lastCount = count;
    this.#lastLayer = null;
    for (let at = count - 1; at >= 0 && this.#lastLayer === null; at--) {
      const name = this.#groupOf(this.#pdf.FPDFPageObj_GetMark(object, at));
      if (name === '') continue;
      const layer = this.#names.get(name) ?? this.#names.size;
      this.#names.set(name, layer);
      this.#lastLayer = layer;
    }
    return this.#lastLayer;
  }

  /** The names met so far. */
  close(): string[] {
    this.#pdf.free(this.#scratch);
    return [...this.#names.keys()];
  }

  #groupOf(mark: number): string {
    const pdf = this.#pdf;
    const text = this.#scratch + 8;
    const length = () => new Uint32Array(pdf.memory.buffer, this.#scratch, 1)[0]!;
    if (!pdf.FPDFPageObjMark_GetName(mark, text, longest, this.#scratch)) return '';
    if (Buffer.from(pdf.memory.buffer, text, Math.max(0, length() - 2)).toString('utf16le') !== 'OC') return '';
    const known = pdf.FPDFPageObjMark_GetParamBlobValue(mark, this.#nameKey, text, longest, this.#scratch);
    return known && length() <= longest ? textString(Buffer.from(pdf.memory.buffer, text, length())) : '';
  }
}

/** A text string of the PDF format: UTF-16 or UTF-8 by its first bytes, else one byte a letter. */
const textString = (bytes: Buffer): string => {
  const said =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? new TextDecoder('utf-16be').decode(bytes)
      : new TextDecoder(bytes[0] === 0xef && bytes[1] === 0xbb ? 'utf-8' : 'latin1').decode(bytes);
  return said.replaceAll(/\p{Cc}/gu, ' ').trim();
};
