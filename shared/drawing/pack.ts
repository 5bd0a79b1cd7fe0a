import type { FormInstance, Linework, PathStyle } from './linework.ts';

/** Coordinates are stored as integers in this fraction of a point: less than a twentieth of a pen's width. */
const unitsPerPoint = 64;
const version = 1;

/** Writes signed integers of variable length: seven bits per byte, zigzag-encoded, so that small ones are short. */
class Writer {
  #bytes = new Uint8Array(65_536);
  #length = 0;

  number(value: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let left = ((value << 1) ^ (value >> 31)) >>> 0;
    while (left > 127) {
      this.#bytes[this.#length++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.#bytes[this.#length++] = left;
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }
}

/** The counterpart of {@link Writer}. @throws RangeError if the data ends early */
class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || shift > 28) throw new RangeError('the packed linework is cut off');
      value |= (byte & 127) << shift;
      if (byte < 128) return (value >>> 1) ^ -(value & 1);
    }
  }
}

interface Head {
  version: number;
  width: number;
  height: number;
  styles: PathStyle[];
  layers: string[];
  instances: FormInstance[];
  truncated: boolean;
  paths: number;
  verbs: number;
  points: number;
  pictures: number;
}

/**
 * Serialises a linework to bytes that compress well: the length of a JSON header, the header, then integers as
 * differences. Coordinates are rounded to a 64th of a point.
 */
export const packLinework = (linework: Linework): Uint8Array<ArrayBuffer> => {
  const { width, height, styles, layers, instances, paths, verbs, points, pictures, truncated } = linework;
  const head: Head = {
    version,
    width,
    height,
    styles,
    layers,
    instances,
    truncated,
    paths: paths.length,
    verbs: verbs.length,
    points: points.length,
    pictures: pictures.length,
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const writer = new Writer();
  for (let i = 0; i < paths.length; i++) writer.number(paths[i]! - (i < 4 ? 0 : paths[i - 4]!));
  for (const verb of verbs) writer.number(verb);
  for (const numbers of [points, pictures]) {
    const last = [0, 0];
    for (let i = 0; i < numbers.length; i++) {
      const value = Math.round(numbers[i]! * unitsPerPoint);
      writer.number(value - last[i & 1]!);
      last[i & 1] = value;
    }
  }
  const body = writer.written();
  const packed = new Uint8Array(4 + text.length + body.length);
  new DataView(packed.buffer).setUint32(0, text.length);
  packed.set(text, 4);
  packed.set(body, 4 + text.length);
  return packed;
};

/** Parses the bytes of {@link packLinework}. @throws RangeError if they have another version or end early */
export const unpackLinework = (packed: Uint8Array): Linework => {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length))) as Head;
  if (head.version !== version) throw new RangeError(`a linework of version ${head.version}`);
  const reader = new Reader(packed, 4 + length);
  const { width, height, styles, layers, instances, truncated } = head;
  const paths = new Uint32Array(head.paths);
  for (let i = 0; i < paths.length; i++) paths[i] = reader.number() + (i < 4 ? 0 : paths[i - 4]!);
  const verbs = new Uint8Array(head.verbs);
  for (let i = 0; i < verbs.length; i++) verbs[i] = reader.number();
  const places = (count: number): Float32Array<ArrayBuffer> => {
    const numbers = new Float32Array(count);
    const last = [0, 0];
    for (let i = 0; i < count; i++) {
      const value = last[i & 1]! + reader.number();
      last[i & 1] = value;
      numbers[i] = value / unitsPerPoint;
    }
    return numbers;
  };
  const points = places(head.points);
  return { width, height, styles, layers, instances, paths, verbs, points, pictures: places(head.pictures), truncated };
};
