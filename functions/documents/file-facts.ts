import { detectFile } from '../../shared/domain/files/detect.ts';
import type { FilesRead } from '../../shared/ports.ts';

const PEEK_BYTES = 65_536;

/** What kind of file the bytes are, whatever the name says. */
export const factsOfBytes = (bytes: Uint8Array, filename: string) =>
  detectFile({
    head: bytes.subarray(0, PEEK_BYTES),
    tail: bytes.subarray(Math.max(0, bytes.length - PEEK_BYTES)),
    size: bytes.length,
    filename,
  });

/** The same for a stored object, from its first and last bytes alone. */
export const factsOfObject = async (files: FilesRead, path: string, size: number, filename: string) => {
  const last = Math.max(0, size - PEEK_BYTES);
  const [head, tail] = await Promise.all([
    size > 0 ? files.range(path, 0, PEEK_BYTES - 1) : new Uint8Array(),
    last > 0 ? files.range(path, last, size - 1) : undefined,
  ]);
  return detectFile({ head, ...(tail && { tail }), size, filename });
};
