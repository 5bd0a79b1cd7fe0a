import { FileError } from '../domain/files/file-error.ts';
import { FILE_KINDS, type FileKind } from '../domain/files/kinds.ts';
import { Attachments } from './attachments.ts';
import { EXTRACT_LIMITS, type ExtractedText, type ExtractLimits, type ReadResult } from './extracted-text.ts';
import { damaged, encrypted, tooLarge, unsupported } from './file-errors.ts';
import { PageWriter } from './page-writer.ts';
import { ZipReader } from './zip.ts';

/**
 * Extracts the text of an office, plain text or mail file. Parsers process hostile input: call it through
 * `extractTextSafely` unless the file is the service's own.
 *
 * @param kind the result of `detectFile`
 * @throws FileError if the file cannot be read
 */
export async function extractText(
  kind: FileKind,
  bytes: Uint8Array,
  limits: Partial<ExtractLimits> = {},
): Promise<ExtractedText> {
  const bounds = { ...EXTRACT_LIMITS, ...limits };
  if (FILE_KINDS[kind].tier !== 'TEXT_ONLY') throw unsupported(kind);
  if (bytes.length > bounds.max_input_bytes) {
    throw tooLarge(kind, `it has more than ${Math.floor(bounds.max_input_bytes / 1024 / 1024)} MB`);
  }
  const out = new PageWriter(bounds.max_text_length);
  try {
    const attachments = new Attachments(bounds, read);
    const { title, warnings = [] } = (await read(kind, bytes, bounds, out, attachments)) ?? {};
    const { pdfs } = attachments;
    const result = out.finish({
      ...(title !== undefined && { title }),
      warnings: [...warnings, ...attachments.warnings],
    });
    return { ...result, ...(pdfs.length > 0 && { pdfs }) };
  } catch (error) {
    throw error instanceof FileError ? error : damaged(kind, error);
  }
}

/** Each parser is loaded when a file first needs it. */
async function read(
  kind: FileKind,
  bytes: Uint8Array,
  limits: ExtractLimits,
  out: PageWriter,
  attachments: Attachments,
  // biome-ignore lint/suspicious/noConfusingVoidType: readers of formats without a title return nothing
): Promise<ReadResult | void> {
  switch (kind) {
    case 'docx':
    case 'docm':
      return (await import('./docx.ts')).readDocx(new ZipReader(bytes, kind, limits), kind, out);
    case 'pptx':
    case 'pptm':
      return (await import('./pptx.ts')).readPptx(new ZipReader(bytes, kind, limits), kind, out);
    case 'odt':
    case 'ods':
    case 'odp':
      return (await import('./open-document.ts')).readOpenDocument(new ZipReader(bytes, kind, limits), kind, out);
    case 'xlsx':
    case 'xlsm':
    case 'xlsb': {
      const { readWorkbook, storedWorkbook } = await import('./workbook.ts');
      return readWorkbook(storedWorkbook(new ZipReader(bytes, kind, limits)), kind, out);
    }
    case 'xls':
      return (await import('./workbook.ts')).readWorkbook(bytes, kind, out);
    case 'doc':
      return (await import('./doc.ts')).readDoc(bytes, out);
    case 'ppt':
      return (await import('./ppt.ts')).readPpt(bytes, out);
    case 'html':
      return (await import('./read-html.ts')).readHtml(bytes, out);
    case 'eml':
      return (await import('./read-mail.ts')).readEml(bytes, out, attachments);
    case 'msg':
      return (await import('./read-mail.ts')).readMsg(bytes, out, attachments);
    case 'dxf':
      return (await import('./dxf.ts')).readDxf(bytes, out);
    case 'rtf':
      return (await import('./rtf.ts')).readRtf(bytes, out);
    case 'encrypted_office':
      throw encrypted(kind);
    default:
      return (await import('./plain.ts')).readPlain(bytes, out);
  }
}
