import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A value as compressed bytes: plain objects, arrays, strings, numbers and typed arrays. */
export const pack = (value: unknown): Uint8Array => deflateRawSync(serialize(value));

/** What `pack` made bytes of. @throws Error for other bytes */
export const unpack = <T>(bytes: Uint8Array): T => deserialize(inflateRawSync(bytes)) as T;
