import * as XLSX from '@e965/xlsx';
import type { FileKind } from '../domain/files/kinds.ts';
import { damaged } from './file-errors.ts';

interface Container {
  FullPaths: string[];
  FileIndex: { content?: ArrayLike<number>; size: number }[];
}

const { read } = XLSX.CFB as { read(bytes: Uint8Array, options: { type: 'array' }): Container };

/**
 * Returns the streams of an OLE compound file by path below the root, such as `WordDocument`.
 *
 * @throws FileError damaged
 */
export function openCompound(bytes: Uint8Array, kind: FileKind): Map<string, Uint8Array> {
  let container: Container;
  try {
    container = read(bytes, { type: 'array' });
  } catch (error) {
    throw damaged(kind, error);
  }
  const streams = new Map<string, Uint8Array>();
  container.FullPaths.forEach((path, index) => {
    const content = container.FileIndex[index]?.content;
    if (content !== undefined) streams.set(path.slice(path.indexOf('/') + 1), Uint8Array.from(content));
  });
  return streams;
}
