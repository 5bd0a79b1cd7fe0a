import { detectFile } from '../domain/files/detect.ts';
import { FileError } from '../domain/files/file-error.ts';
import { FILE_KINDS, type FileKind } from '../domain/files/kinds.ts';
import type { ExtractLimits, PdfAttachment } from './extracted-text.ts';
import type { PageWriter } from './page-writer.ts';

/** Limits of one message: attachments read, messages within messages, and bytes of all PDF files. */
const MOST = 50;
const DEEPEST = 3;
const MOST_PDF_BYTES = 64 * 1024 * 1024;
/** Milliseconds after which no further attachment is read. */
const TIME = 20_000;
/** Share of the limit of unpacked bytes that each attachment may use. */
const UNPACKED_SHARE = 4;

/** Reads a file of a kind into a writer, with the attachments if it is a message. */
type Read = (
  kind: FileKind,
  bytes: Uint8Array,
  limits: ExtractLimits,
  out: PageWriter,
  attachments: Attachments,
) => Promise<unknown>;

/**
 * Reads the attachments of a message, and of messages attached to it, each on pages of its own. They share the limits of
 * the message; what is not read is named in a warning. PDF files are only collected.
 */
export class Attachments {
  readonly warnings: string[] = [];
  readonly pdfs: PdfAttachment[] = [];
  readonly #read: Read;
  readonly #limits: ExtractLimits;
  readonly #until = Date.now() + TIME;
  #count = 0;
  #depth = 0;
  #pdfBytes = 0;

  constructor(limits: ExtractLimits, read: Read) {
    this.#read = read;
    this.#limits = { ...limits, max_uncompressed_bytes: Math.floor(limits.max_uncompressed_bytes / UNPACKED_SHARE) };
  }

  async add(filename: string, bytes: Uint8Array, out: PageWriter): Promise<void> {
    const size = bytes.length;
    if (size === 0 || out.full) return;
    const { kind, tier } = detectFile({ head: bytes, tail: bytes, size, filename });
    if (kind === 'pdf') return this.#keep(filename, bytes);
    if (tier !== 'TEXT_ONLY') return;
    this.#count += 1;
    if (this.#count > MOST || this.#depth === DEEPEST || Date.now() > this.#until) {
      this.warnings.push(`The attachment ${filename} was not read: the message has too many or too large attachments.`);
      return;
    }
    out.breakPage();
    out.write(`${filename}\n\n`);
    this.#depth += 1;
    try {
      await this.#read(kind, bytes, this.#limits, out, this);
    } catch (error) {
      const reason = error instanceof FileError ? error.message : `The ${FILE_KINDS[kind].mime_type} file is damaged.`;
      this.warnings.push(`The attachment ${filename} was not read. ${reason}`);
    } finally {
      this.#depth -= 1;
    }
  }

  #keep(filename: string, bytes: Uint8Array): void {
    this.#pdfBytes += bytes.length;
    if (this.#pdfBytes <= MOST_PDF_BYTES && this.pdfs.length < MOST) this.pdfs.push({ filename, bytes });
    else this.warnings.push(`The attachment ${filename} was not read: the PDF attachments are too large.`);
  }
}
