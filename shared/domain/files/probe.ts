import { detectFile } from './detect.ts';
import type { DetectedFile } from './kinds.ts';
import { isOle, OLE_DIRECTORY_BYTES, oleDirectoryOffset } from './ole.ts';
import { findZipDirectory, readZipDirectory, ZIP_TAIL_BYTES } from './zip-directory.ts';

const HEAD_BYTES = 64 * 1024;
/** Only this much of a longer central directory is read: the main parts of an Office file come early. */
const DIRECTORY_BYTES = 4 * 1024 * 1024;

/**
 * Detects the type of a stored file with at most three reads of its parts, whatever its size.
 * @param read returns `length` bytes from `offset`; the range is always within the file
 * @param size size of the file in bytes
 */
export async function probeFile(
  read: (offset: number, length: number) => Promise<Uint8Array>,
  size: number,
  filename?: string,
): Promise<DetectedFile> {
  if (size === 0) return detectFile({ head: new Uint8Array(), size, filename });
  const part = (offset: number, length: number) => read(offset, Math.min(length, size - offset));
  const head = await part(0, HEAD_BYTES);
  if (size <= head.length) return detectFile({ head, tail: head, size, filename });
  const tailAt = Math.max(0, size - ZIP_TAIL_BYTES);
  const tail = await part(tailAt, ZIP_TAIL_BYTES);

  const place = findZipDirectory(tail, size);
  if (place !== null && place.offset < tailAt && head[0] === 0x50) {
    const directory = await part(place.offset, Math.min(place.length, DIRECTORY_BYTES));
    const entries = readZipDirectory(directory).map((entry) => entry.name);
    return detectFile({ head, tail, size, filename, entries });
  }
  const directoryAt = isOle(head) ? oleDirectoryOffset(head) : null;
  if (directoryAt !== null && directoryAt < size) {
    const ole_directory = await part(directoryAt, OLE_DIRECTORY_BYTES);
    return detectFile({ head, tail, size, filename, ole_directory });
  }
  return detectFile({ head, tail, size, filename });
}
