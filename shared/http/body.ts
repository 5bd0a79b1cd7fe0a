import { isUtf8 } from 'node:buffer';
import { UPLOADS_POINTER } from './errors.ts';
import type { HttpEvent, Middleware } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { malformed, requireShallow } from './json-body.ts';
import { FORM_OVERHEAD, fileTooLarge, parseForm } from './multipart.ts';
import type { Operation } from './operation.ts';

/** What a function can be handed at all. */
const MAXIMUM_JSON_BYTES = 6 * 1024 * 1024;

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i;

const bytesOf = (event: HttpEvent): Buffer => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');

const notAccepted = (operation: Operation): HttpError => {
  const types = [operation.body && 'application/json', operation.multipart && 'multipart/form-data'].filter(Boolean);
  return new HttpError('unsupported_media_type', `Content-Type must be ${types.join(' or ')}`);
};

/**
 * Decides by the content type what the body is. Reads a form; of JSON it makes sure that parsing it is safe and leaves
 * the rest to `jsonBody`. Operations that declare no body ignore one.
 */
export const body = (): Middleware => ({
  before: async (request) => {
    const { exchange, headers } = request.event;
    const { operation } = exchange;
    if (!operation.body && !operation.multipart) return;
    const type = headers['content-type']?.trim();
    if (type === undefined && !request.event.body) return;
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding !== 'identity') {
      throw new HttpError('unsupported_media_type', 'Content-Encoding is not accepted: send the body as it is');
    }
    const bytes = bytesOf(request.event);

    if (operation.multipart && type !== undefined && FORM_TYPE.test(type)) {
      if (bytes.length > operation.multipart.maximumBytes + FORM_OVERHEAD) throw fileTooLarge(operation.multipart);
      exchange.form = await parseForm(type, bytes, operation.multipart);
      return;
    }
    const charset = type && (CHARSET.exec(type)?.[1] ?? 'utf-8');
    if (!operation.body || type === undefined || !JSON_TYPE.test(type) || !/^utf-?8$/i.test(charset ?? '')) {
      throw notAccepted(operation);
    }
    if (bytes.length > MAXIMUM_JSON_BYTES) {
      throw new HttpError(
        'too_large',
        `The body is larger than ${MAXIMUM_JSON_BYTES} bytes; if it is a file, ${UPLOADS_POINTER}`,
      );
    }
    if (bytes.length === 0) return;
    if (!isUtf8(bytes)) throw malformed('JSON decode error: the text is not UTF-8');
    exchange.jsonText = bytes.toString('utf8');
    requireShallow(exchange.jsonText);
  },
});
