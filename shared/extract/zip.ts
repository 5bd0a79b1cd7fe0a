import { inflateRawSync } from 'node:zlib';
import { matchesAt, view } from '../domain/files/bytes.ts';
import type { FileKind } from '../domain/files/kinds.ts';
import { findZipDirectory, readZipDirectory, type ZipEntry } from '../domain/files/zip-directory.ts';
import type { ExtractLimits } from './extracted-text.ts';
import { damaged, encrypted, tooLarge } from './file-errors.ts';

const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the parts of an Office container within a budget. The sizes declared in the directory are checked first, then
 * the actual inflated sizes, because a zip bomb may declare any size.
 */
export class ZipReader {
  readonly #bytes: Uint8Array;
  readonly #kind: FileKind;
  readonly #entries = new Map<string, ZipEntry>();
  #budget: number;

  /** @throws FileError damaged, encrypted or too_large */
  constructor(bytes: Uint8Array, kind: FileKind, limits: ExtractLimits) {
    this.#bytes = bytes;
    this.#kind = kind;
    this.#budget = limits.max_uncompressed_bytes;
    const place = findZipDirectory(bytes, bytes.length);
    if (place === null) throw damaged(kind, 'no central directory');
    if (place.entries > limits.max_entries) throw tooLarge(kind, `it has more than ${limits.max_entries} parts`);
    const directory = bytes.subarray(place.offset, place.offset + place.length);
    for (const entry of readZipDirectory(directory, limits.max_entries + 1)) {
      if (!this.#entries.has(entry.name)) this.#entries.set(entry.name, entry);
    }
    if (this.#entries.size > limits.max_entries) throw tooLarge(kind, `it has more than ${limits.max_entries} parts`);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Returns the bytes of a part, or null if there is none of this name. */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    if (entry.encrypted) throw encrypted(this.#kind);
    if (entry.uncompressed_size > this.#budget) throw this.#overBudget();
    const content = this.#inflate(entry, this.#stored(entry));
    this.#budget -= content.length;
    return content;
  }

  #stored(entry: ZipEntry): Uint8Array {
    const at = entry.header_offset;
    if (!matchesAt(this.#bytes, at, 'PK\x03\x04') || at + LOCAL_HEADER_BYTES > this.#bytes.length) {
      throw damaged(this.#kind, `${entry.name}: no local header`);
    }
    const header = view(this.#bytes);
    const start = at + LOCAL_HEADER_BYTES + header.getUint16(at + 26, true) + header.getUint16(at + 28, true);
    const end = start + entry.compressed_size;
    if (end > this.#bytes.length) throw damaged(this.#kind, `${entry.name}: cut short`);
    return this.#bytes.subarray(start, end);
  }

  #inflate(entry: ZipEntry, stored: Uint8Array): Uint8Array {
    if (entry.method === STORED) {
      if (stored.length > this.#budget) throw this.#overBudget();
      return stored;
    }
    if (entry.method !== DEFLATED) throw damaged(this.#kind, `${entry.name}: method ${entry.method}`);
    try {
      return inflateRawSync(stored, { maxOutputLength: Math.max(1, this.#budget) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw this.#overBudget();
      throw damaged(this.#kind, error);
    }
  }

  #overBudget() {
    return tooLarge(this.#kind, 'its parts need too much room when unpacked');
  }
}
