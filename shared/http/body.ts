import { isUtf8 } from 'node:buffer';
import { UPLOADS_POINTER } from './error-answers.ts';
import type { HttpEvent, Middleware, RawForm } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { malformed, requireShallow } from './json-body.ts';
import type { MultipartForm, Operation } from './operation.ts';

/**
 * Parses a form.
 * @throws HttpError 413 for one above its maximum, 400 for a malformed one; Invalid for one that does not match
 */
export type ParseForm = (contentType: string, bytes: Buffer, form: MultipartForm) => Promise<RawForm>;

/** The largest payload that a Lambda function can receive. */
const MAXIMUM_JSON_BYTES = 6 * 1024 * 1024;

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i;

const bytesOf = (event: HttpEvent): Buffer => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

const notAccepted = (operation: Operation): HttpError => {
  const types = [operation.body && 'application/json', operation.multipart && 'multipart/form-data'].filter(Boolean);
  return new HttpError('unsupported_media_type', `Content-Type must be ${types.join(' or ')}`);
};

const requireIdentity = (headers: HttpEvent['headers']): void => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return;
  const detail = 'Content-Encoding is not accepted: send the body uncompressed';
  throw new HttpError('unsupported_media_type', detail, { loc: ['header', 'content-encoding'] });
};

/** @throws HttpError unless the operation accepts JSON and the content type is JSON in UTF-8 */
const requireJson = (operation: Operation, type: string | undefined): void => {
  const charset = type && (CHARSET.exec(type)?.[1] ?? 'utf-8');
  const isJson = type !== undefined && JSON_TYPE.test(type) && /^utf-?8$/i.test(charset ?? '');
  if (!operation.body || !isJson) throw notAccepted(operation);
};

/** Returns the text of a JSON body, if it is safe to parse; undefined for an empty one. @throws HttpError or Invalid */
const jsonTextOf = (bytes: Buffer): string | undefined => {
  if (bytes.length > MAXIMUM_JSON_BYTES) {
    throw new HttpError(
      'too_large',
      `The body is larger than ${MAXIMUM_JSON_BYTES} bytes; if it is a file, ${UPLOADS_POINTER}`,
    );
  }
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw malformed('JSON decode error: the text is not UTF-8');
  const text = bytes.toString('utf8');
  requireShallow(text);
  return text;
};

/**
 * Determines the kind of body from the content type. Parses a form; for JSON, checks that parsing is safe and leaves it
 * to `jsonBody`. Ignores the body if the operation declares none.
 */
export const body = (parseForm: ParseForm | undefined): Middleware => ({
  before: async (request) => {
    const { exchange, headers } = request.event;
    const { operation } = exchange;
    if (!operation.body && !operation.multipart) return;
    const type = headers['content-type']?.trim();
    if (type === undefined && !request.event.body) return;
    requireIdentity(headers);
    const bytes = bytesOf(request.event);
    if (parseForm && operation.multipart && type !== undefined && FORM_TYPE.test(type)) {
      exchange.form = await parseForm(type, bytes, operation.multipart);
      return;
    }
    requireJson(operation, type);
    const text = jsonTextOf(bytes);
    if (text !== undefined) exchange.jsonText = text;
  },
});
