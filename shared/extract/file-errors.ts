import { FileError } from '../domain/files/file-error.ts';
import type { FileKind } from '../domain/files/kinds.ts';

const FAMILIES: readonly [name: string, kinds: readonly FileKind[]][] = [
  ['Word document', ['docx', 'docm', 'doc']],
  ['Excel workbook', ['xlsx', 'xlsm', 'xlsb', 'xls']],
  ['PowerPoint presentation', ['pptx', 'pptm', 'ppt']],
  ['Office file', ['encrypted_office']],
  ['OpenDocument file', ['odt', 'ods', 'odp']],
  ['e-mail', ['eml', 'msg']],
  ['web page', ['html']],
  ['image', ['png', 'jpeg', 'tiff', 'gif', 'webp', 'bmp', 'svg', 'heic', 'avif']],
];

/** The name of this kind of file in messages to users. */
function kindLabel(kind: FileKind): string {
  return FAMILIES.find(([, kinds]) => kinds.includes(kind))?.[0] ?? `${kind.toUpperCase()} file`;
}

/** Returns the error for a file that a parser could not read. */
export function damaged(kind: FileKind, cause?: unknown): FileError {
  return new FileError('damaged', `The ${kindLabel(kind)} is damaged and cannot be read.`, { cause });
}

/** Returns the error for a file protected by a password. */
export function encrypted(kind: FileKind): FileError {
  return new FileError(
    'encrypted',
    `The ${kindLabel(kind)} is protected by a password. Remove the password and upload it again.`,
  );
}

/** Returns the error for a file that exceeds the resources for one file. */
export function tooLarge(kind: FileKind, what: string): FileError {
  return new FileError('too_large', `The ${kindLabel(kind)} is too large to be read: ${what}.`);
}

export function timedOut(kind: FileKind, seconds: number): FileError {
  return new FileError('timeout', `Reading the ${kindLabel(kind)} took longer than ${seconds} s.`);
}

export function unsupported(kind: FileKind): FileError {
  return new FileError('unsupported', `The service has no reader for ${kind.toUpperCase()} files.`);
}
