import { extensionOf } from './detect.ts';
import { type DetectedFile, FILE_KINDS, type FileKind } from './kinds.ts';

const PDF: readonly FileKind[] = ['pdf'];
const IMAGES: readonly FileKind[] = ['png', 'jpeg', 'tiff', 'gif', 'webp', 'bmp', 'svg', 'heic', 'avif'];
const OFFICE: readonly FileKind[] = [
  ...(['docx', 'docm', 'xlsx', 'xlsm', 'xlsb', 'pptx', 'pptm', 'doc', 'xls', 'ppt', 'odt', 'ods', 'odp'] as const),
  'encrypted_office',
];
/** What Word and Excel themselves write under the names of their binary formats. */
const BESIDE: readonly FileKind[] = ['rtf', 'html', 'xml', 'ole'];

const PROMISING: readonly (readonly [string, readonly FileKind[]])[] = [
  ['a PDF', PDF],
  ['a picture', IMAGES],
  ['an Office file', OFFICE],
];

const names = new Map<string, string>(
  PROMISING.flatMap(([what, kinds]) =>
    kinds.flatMap((kind) => {
      const { extension, mime_type } = FILE_KINDS[kind];
      return [[mime_type, what] as const, ...(extension === null ? [] : [[extension, what] as const])];
    }),
  ),
);
for (const other of ['jpeg', 'tiff', 'heif']) names.set(other, 'a picture');
// Says nothing of what is inside.
names.delete(FILE_KINDS.ole.mime_type);

/**
 * What is wrong with a file whose name or declared type says PDF, picture or Office, and whose bytes are none of them;
 * undefined for any other.
 *
 * @param declared the media type that its sender named
 */
export const brokenPromise = (
  { kind, mime_type }: Pick<DetectedFile, 'kind' | 'mime_type'>,
  filename: string,
  declared: string | null = null,
): string | undefined => {
  if (PROMISING.some(([, kinds]) => kinds.includes(kind))) return undefined;
  const extension = extensionOf(filename);
  if (BESIDE.includes(kind) && ['doc', 'xls', 'ppt'].includes(extension)) return undefined;
  const byName = names.get(extension);
  const promised = byName ?? names.get(declared?.split(';')[0]?.trim().toLowerCase() ?? '');
  if (promised === undefined) return undefined;
  const said = byName ? `The name of the file says that it is ${promised}` : `The file was declared to be ${promised}`;
  return `${said}, but its bytes are ${kind === 'unknown' ? 'none that is known' : mime_type}`;
};
