import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Serialises and compresses a value: plain objects, arrays, strings, numbers and typed arrays. */
export const pack = (value: unknown): Uint8Array => deflateRawSync(serialize(value));

/** Returns the value from the bytes that `pack` returned. @throws Error for other bytes */
export const unpack = <T>(bytes: Uint8Array): T => deserialize(inflateRawSync(bytes)) as T;
