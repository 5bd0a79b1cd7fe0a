import { Busboy } from '@fastify/busboy';
import { Invalid, type Problem } from '../domain/errors.ts';
import { UPLOADS_POINTER } from './error-answers.ts';
import type { RawForm } from './exchange.ts';
import { HttpError } from './http-error.ts';
import type { MultipartForm, UploadedFile } from './operation.ts';

const MAXIMUM_FIELDS = 64;
/** Maximum bytes of a text field; the longest valid text has 8,192 characters. */
const MAXIMUM_FIELD = 64 * 1024;

/** Charsets of parts and escapes in file names can encode text that UTF-8 cannot. */
const LONE_SURROGATE = 'Input should be well-formed text, without half of a surrogate pair';

/** Bytes for boundaries, part headers and text fields besides the file. */
const FORM_OVERHEAD = 256 * 1024;

const fileTooLarge = (form: MultipartForm): HttpError =>
  new HttpError('too_large', `The file is larger than ${form.maximumBytes} bytes: ${UPLOADS_POINTER}`);

const formError = (detail: string): HttpError =>
  new HttpError('bad_request', `The form cannot be parsed: ${detail}`, { loc: ['body'] });

/** The parts that have been parsed. */
class Parts {
  readonly #form: MultipartForm;
  readonly fields: Record<string, string> = Object.create(null);
  readonly problems: Problem[] = [];
  file: UploadedFile | undefined;
  tooLarge = false;

  constructor(form: MultipartForm) {
    this.#form = form;
  }

  refuse(name: string | undefined, msg: string, type: string): void {
    this.problems.push({ loc: ['body', (name ?? '').slice(0, 200)], msg, type });
  }

  addField(name: string, value: string, truncated: boolean): void {
    if (!name.isWellFormed() || !value.isWellFormed())
      this.refuse(name.toWellFormed(), LONE_SURROGATE, 'string_unicode');
    else if (truncated) this.refuse(name, `String should have at most ${MAXIMUM_FIELD} bytes`, 'string_too_long');
    else if (name === this.#form.file) this.refuse(name, 'Input should be a file, with a file name', 'file_type');
    else if (Object.hasOwn(this.fields, name)) this.refuse(name, 'Field given more than once', 'multiple_values');
    else this.fields[name] = value;
  }

  addFile(name: string | undefined, file: UploadedFile): void {
    // Browsers send an empty part for a file input without a file.
    if (file.filename === '' && file.bytes.length === 0) return;
    const texts = [name ?? '', file.filename, file.mimeType];
    if (!texts.every((text) => text.isWellFormed())) {
      this.refuse(name?.toWellFormed(), LONE_SURROGATE, 'string_unicode');
    } else if (name !== this.#form.file) this.refuse(name, 'Extra inputs are not permitted', 'extra_forbidden');
    else if (this.file) this.refuse(name, 'Field given more than once', 'multiple_values');
    else if (file.filename === '') this.refuse(name, 'Input should be a file, with a file name', 'file_type');
    else this.file = file;
  }

  finish(): RawForm {
    if (this.tooLarge) throw fileTooLarge(this.#form);
    if (!this.file && !this.problems.some(({ loc }) => loc[1] === this.#form.file)) {
      this.refuse(this.#form.file, 'Field required', 'missing');
    }
    if (!this.file || this.problems.length > 0) throw new Invalid(this.problems);
    return { fields: { ...this.fields }, file: this.file };
  }
}

/**
 * Parses `multipart/form-data` with one file and text fields.
 * @throws HttpError 400 for a malformed form, 413 for a file above the form's maximum; Invalid for missing, unknown or
 * repeated parts
 */
export const parseForm = async (contentType: string, bytes: Buffer, form: MultipartForm): Promise<RawForm> => {
  if (bytes.length > form.maximumBytes + FORM_OVERHEAD) throw fileTooLarge(form);
  const parts = new Parts(form);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let busboy: InstanceType<typeof Busboy>;
  try {
    busboy = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: MAXIMUM_FIELD,
        fields: MAXIMUM_FIELDS,
        files: 8,
        parts: MAXIMUM_FIELDS + 8,
        fileSize: form.maximumBytes,
        headerPairs: 32,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    throw formError('the content type has no boundary');
  }
  busboy.on('field', (name, value, _nameTruncated, truncated) => parts.addField(String(name ?? ''), value, truncated));
  busboy.on('file', (name, stream, filename, _encoding, mimeType) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('limit', () => {
      parts.tooLarge = true;
    });
    stream.on('error', reject);
    stream.on('end', () => {
      parts.addFile(name, { filename: filename ?? '', mimeType, bytes: Buffer.concat(chunks) });
    });
  });
  for (const limit of ['fieldsLimit', 'partsLimit', 'filesLimit'] as const) {
    busboy.on(limit, () => parts.refuse(undefined, 'The form has too many parts', 'too_long'));
  }
  busboy.on('error', reject);
  busboy.on('finish', resolve);
  busboy.end(bytes);
  await promise.catch(() => {
    throw formError('it is truncated or not delimited by its boundary');
  });
  return parts.finish();
};
