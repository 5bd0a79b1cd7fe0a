import type { Native } from './pdfium.ts';

/** Maximum length in bytes of a layer's name. */
const maximumNameBytes = 1024;

/**
 * Determines the layers (optional content groups) of page objects by their content marks. An object inside several
 * groups belongs to the innermost.
 */
export class LayerMarks {
  readonly #names = new Map<string, number>();
  readonly #pdf: Native;
  readonly #nameKey: number;
  readonly #scratch: number;
  #lastMark = 0;
  #lastCount = 0;
  #lastLayer: number | null = null;

  /** @param nameKey the key `Name` in PDFium's memory; see withKey */
  constructor(pdf: Native, nameKey: number) {
    this.#pdf = pdf;
    this.#nameKey = nameKey;
    this.#scratch = pdf.malloc(8 + maximumNameBytes);
  }

  /** Returns the index of the object's layer in the names; null if it is on no layer. */
  layerOf(object: number): number | null {
    const count = this.#pdf.FPDFPageObj_CountMarks(object);
    if (count <= 0) return null;
    const innermost = this.#pdf.FPDFPageObj_GetMark(object, count - 1);
    // Consecutive objects share their marks.
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

  /** The names encountered so far. */
  close(): string[] {
    this.#pdf.free(this.#scratch);
    return [...this.#names.keys()];
  }

  #groupOf(mark: number): string {
    const pdf = this.#pdf;
    const text = this.#scratch + 8;
    const length = () => new Uint32Array(pdf.memory.buffer, this.#scratch, 1)[0]!;
    if (!pdf.FPDFPageObjMark_GetName(mark, text, maximumNameBytes, this.#scratch)) return '';
    if (Buffer.from(pdf.memory.buffer, text, Math.max(0, length() - 2)).toString('utf16le') !== 'OC') return '';
    const known = pdf.FPDFPageObjMark_GetParamBlobValue(mark, this.#nameKey, text, maximumNameBytes, this.#scratch);
    return known && length() <= maximumNameBytes ? textString(Buffer.from(pdf.memory.buffer, text, length())) : '';
  }
}

/** Decodes a PDF text string: UTF-16 or UTF-8 by its first bytes, else one byte per character. */
const textString = (bytes: Buffer): string => {
  const said =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? new TextDecoder('utf-16be').decode(bytes)
      : new TextDecoder(bytes[0] === 0xef && bytes[1] === 0xbb ? 'utf-8' : 'latin1').decode(bytes);
  return said.replaceAll(/\p{Cc}/gu, ' ').trim();
};
