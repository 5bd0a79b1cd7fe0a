import { extensionOf } from './detect.ts';
import { type DetectedFile, FILE_KINDS, type FileKind } from './kinds.ts';

const PDF: readonly FileKind[] = ['pdf'];
const IMAGES: readonly FileKind[] = ['png', 'jpeg', 'tiff', 'gif', 'webp', 'bmp', 'svg', 'heic', 'avif'];
const OFFICE: readonly FileKind[] = [
  ...(['docx', 'docm', 'xlsx', 'xlsm', 'xlsb', 'pptx', 'pptm', 'doc', 'xls', 'ppt', 'odt', 'ods', 'odp'] as const),
  'encrypted_office',
];
/** Formats that Word and Excel themselves write with the extensions of their binary formats. */
const OFFICE_ALTERNATIVES: readonly FileKind[] = ['rtf', 'html', 'xml', 'ole'];

const EXPECTED: readonly (readonly [string, readonly FileKind[]])[] = [
  ['a PDF', PDF],
  ['a picture', IMAGES],
  ['an Office file', OFFICE],
];

const names = new Map<string, string>(
  EXPECTED.flatMap(([what, kinds]) =>
    kinds.flatMap((kind) => {
      const { extension, mime_type } = FILE_KINDS[kind];
      return [[mime_type, what] as const, ...(extension === null ? [] : [[extension, what] as const])];
    }),
  ),
);
for (const other of ['jpeg', 'tiff', 'heif']) names.set(other, 'a picture');
// This type does not reveal the content.
names.delete(FILE_KINDS.ole.mime_type);

/**
 * Returns the problem with a file whose name or declared type is PDF, image or Office, and whose bytes are of neither;
 * undefined for any other file.
 * @param declared the media type stated by the sender
 */
export const typeMismatch = (
  { kind, mime_type }: Pick<DetectedFile, 'kind' | 'mime_type'>,
  filename: string,
  declared: string | null = null,
): string | undefined => {
  if (EXPECTED.some(([, kinds]) => kinds.includes(kind))) return undefined;
  const extension = extensionOf(filename);
  if (OFFICE_ALTERNATIVES.includes(kind) && ['doc', 'xls', 'ppt'].includes(extension)) return undefined;
  const byName = names.get(extension);
  const expected = byName ?? names.get(declared?.split(';')[0]?.trim().toLowerCase() ?? '');
  if (expected === undefined) return undefined;
  const statement = byName
    ? `The name of the file says that it is ${expected}`
    : `The file was declared to be ${expected}`;
  return `${statement}, but its bytes are ${kind === 'unknown' ? 'none that is known' : mime_type}`;
};
