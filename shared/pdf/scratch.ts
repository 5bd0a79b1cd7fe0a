import type { Native } from './pdfium.ts';
import type { Matrix } from './protocol.ts';

/** Places of four bytes in PDFium's memory to which its functions write their results. */
export class Scratch {
  readonly #pdf: Native;
  readonly #address: number;
  readonly #places: number;
  #floats: Float32Array;
  #ints: Int32Array;

  constructor(pdf: Native, places: number) {
    this.#pdf = pdf;
    this.#places = places;
    this.#address = pdf.malloc(4 * places);
    this.#floats = new Float32Array(pdf.memory.buffer, this.#address, places);
    this.#ints = new Int32Array(pdf.memory.buffer, this.#address, places);
  }

  /** Returns the address of a place. */
  at(place: number): number {
    return this.#address + 4 * place;
  }

  get floats(): Float32Array {
    this.#follow();
    return this.#floats;
  }

  get ints(): Int32Array {
    this.#follow();
    return this.#ints;
  }

  /** Returns the matrix of an object. */
  matrixOf(object: number): Matrix {
    if (!this.#pdf.FPDFPageObj_GetMatrix(object, this.#address)) return [1, 0, 0, 1, 0, 0];
    const { floats } = this;
    return [floats[0]!, floats[1]!, floats[2]!, floats[3]!, floats[4]!, floats[5]!];
  }

  free(): void {
    this.#pdf.free(this.#address);
  }

  /** A call that allocates may move the memory. */
  #follow(): void {
    const { buffer } = this.#pdf.memory;
    if (this.#floats.buffer === buffer) return;
    this.#floats = new Float32Array(buffer, this.#address, this.#places);
    this.#ints = new Int32Array(buffer, this.#address, this.#places);
  }
}
