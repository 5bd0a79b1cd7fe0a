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

/** What a user calls a file of this kind. */
function kindLabel(kind: FileKind): string {
  return FAMILIES.find(([, kinds]) => kinds.includes(kind))?.[0] ?? `${kind.toUpperCase()} file`;
}

/** The error of a file that a parser could not follow. */
export function damaged(kind: FileKind, cause?: unknown): FileError {
  return new FileError('damaged', `The ${kindLabel(kind)} is damaged and cannot be read.`, { cause });
}

/** The error of a file that asks for a password. */
export function encrypted(kind: FileKind): FileError {
  return new FileError(
    'encrypted',
    `The ${kindLabel(kind)} is protected by a password. Remove the password and upload it again.`,
  );
}

/** The error of a file that needs more than the service gives to one file. */
export function tooLarge(kind: FileKind, what: string): FileError {
  return new FileError('too_large', `The ${kindLabel(kind)} is too large to be read: ${what}.`);
}

export function timedOut(kind: FileKind, seconds: number): FileError {
  return new FileError('timeout', `Reading the ${kindLabel(kind)} took longer than ${seconds} s.`);
}

export function unsupported(kind: FileKind): FileError {
  return new FileError('unsupported', `The service has no reader for ${kind.toUpperCase()} files.`);
}
