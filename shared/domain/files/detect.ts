import { latin1, matchesAt } from './bytes.ts';
import { type DetectedFile, FILE_KINDS, type FileKind } from './kinds.ts';
import { isPdf, magicKind } from './magic.ts';
import { isOle, oleDirectoryOffset, oleKind } from './ole.ts';
import { textualKind } from './textual.ts';
import { zipEntryNames } from './zip-directory.ts';

/** The parts of a file from which its type is detected. */
export interface FileSample {
  /** the first bytes: 64 KiB, or the whole file when smaller */
  head: Uint8Array;
  /** the last bytes: {@link ZIP_TAIL_BYTES} (64 KiB), or the whole file when smaller */
  tail?: Uint8Array;
  /** size of the whole file in bytes */
  size: number;
  filename?: string;
  /** names of a zip's entries, when read from its central directory */
  entries?: readonly string[];
  /** the directory of an OLE file, if it was read */
  ole_directory?: Uint8Array;
}

/** Returns the extension of a file name in lower case without the dot, or the empty string. */
export function extensionOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,16})$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/**
 * Detects the type and the handling tier of a file from its bytes. The name only decides between textual formats (a
 * table or a text) and between variants of one format (`rfa` or `rvt`): a zip file named `.docx` is still a zip file.
 */
export function detectFile(sample: FileSample): DetectedFile {
  const named = extensionOf(sample.filename ?? '');
  const kind = kindOf(sample, named);
  const facts = FILE_KINDS[kind];
  return { kind, mime_type: mimeType(kind, named), extension: extensionFor(kind, named), tier: facts.tier };
}

function kindOf(sample: FileSample, named: string): FileKind {
  const { head, size } = sample;
  const tail = sample.tail ?? (size <= head.length ? head : new Uint8Array());
  if (matchesAt(head, 0, 'PK\x03\x04') || matchesAt(head, 0, 'PK\x05\x06')) {
    return zipKind(head, sample.entries ?? zipEntryNames(tail, size) ?? []);
  }
  if (isOle(head)) return oleKind(sample.ole_directory ?? directoryInHead(head), [head, tail]);
  const binary = magicKind(head);
  if (binary !== null) return binary;
  if (isPdf(head, tail)) return 'pdf';
  return textualKind(head, named) ?? 'unknown';
}

function directoryInHead(head: Uint8Array): Uint8Array | null {
  const offset = oleDirectoryOffset(head);
  return offset !== null && offset < head.length ? head.subarray(offset) : null;
}

const MAIN_PARTS: readonly [string, FileKind, macros: FileKind][] = [
  ['word/document.xml', 'docx', 'docm'],
  ['xl/workbook.xml', 'xlsx', 'xlsm'],
  ['xl/workbook.bin', 'xlsb', 'xlsb'],
  ['ppt/presentation.xml', 'pptx', 'pptm'],
];

const OPEN_DOCUMENT: Readonly<Record<string, FileKind>> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' };

/**
 * Identifies Office files by the parts that a zip file contains, and OpenDocument files by the first, uncompressed
 * entry.
 */
function zipKind(head: Uint8Array, entries: readonly string[]): FileKind {
  const names = new Set(entries);
  if (names.has('[Content_Types].xml')) {
    const office = MAIN_PARTS.find(([part]) => names.has(part));
    if (office) return entries.some((name) => name.endsWith('/vbaProject.bin')) ? office[2] : office[1];
  }
  if (matchesAt(head, 30, 'mimetype') && names.has('content.xml')) {
    const type = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)/.exec(
      latin1(head.subarray(38, 100)),
    );
    if (type) return OPEN_DOCUMENT[type[1]!]!;
  }
  return 'zip';
}

/** Other extensions of a format. */
const ALIASES: Readonly<Partial<Record<FileKind, readonly string[]>>> = {
  jpeg: ['jpeg', 'jpe'],
  tiff: ['tiff'],
  html: ['htm'],
  txt: ['log', 'text'],
  heic: ['heif'],
  step: ['step'],
  ifc: ['ifcxml'],
  rvt: ['rfa', 'rte', 'rft'],
  zip: ['ifczip', 'kmz', 'dwfx', 'bcf', 'jar', 'epub'],
  mp4: ['mov', 'm4v', 'm4a', '3gp'],
  jp2: ['j2k', 'jpx', 'jpf'],
  dgn: ['cel'],
};

const OFFICE_TYPES: Readonly<Record<string, FileKind>> = {
  docx: 'docx',
  docm: 'docm',
  xlsx: 'xlsx',
  xlsm: 'xlsm',
  xlsb: 'xlsb',
  pptx: 'pptx',
  pptm: 'pptm',
};

function extensionFor(kind: FileKind, named: string): string | null {
  const own = FILE_KINDS[kind].extension;
  if (own !== null) return ALIASES[kind]?.includes(named) ? named : own;
  if (kind === 'encrypted_office') return named in OFFICE_TYPES ? named : null;
  return named === '' ? null : named;
}

/** Only the name reveals the Office format inside an encrypted package. */
function mimeType(kind: FileKind, named: string): string {
  const inside = kind === 'encrypted_office' ? OFFICE_TYPES[named] : undefined;
  return FILE_KINDS[inside ?? kind].mime_type;
}
