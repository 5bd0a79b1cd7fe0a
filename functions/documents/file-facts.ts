import { probeFile } from '../../shared/domain/files/probe.ts';
import type { FilesRead } from '../../shared/ports.ts';

/** What kind of file the bytes are, whatever the name says. */
export const factsOfBytes = (bytes: Uint8Array, filename: string) =>
  probeFile(async (offset, length) => bytes.subarray(offset, offset + length), bytes.length, filename);

/** The same for a stored object, from a few small ranges of it. */
export const factsOfObject = (files: FilesRead, path: string, size: number, filename: string) =>
  probeFile((offset, length) => files.range(path, offset, offset + length - 1), size, filename);
