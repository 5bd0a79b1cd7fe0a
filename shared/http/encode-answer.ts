import { encoded, encodingFor } from './content-encoding.ts';
import type { Result } from './exchange.ts';
import { mergeHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';

/** Lambda accepts responses of 6 MB, as JSON and including their headers. */
const MAXIMUM_BYTES = 6 * 1024 * 1024 - 64 * 1024;
/** A text below this size cannot exceed the maximum as JSON: an escape sequence has at most six characters. */
const CERTAIN_BYTES = MAXIMUM_BYTES / 6;
/** From this size on, compressing takes less time than it saves in transfer; a packet holds 1,500 bytes. */
const WORTH_BYTES = 4096;

/**
 * Compresses a text of 4 KB or more if the caller accepts an encoding.
 * @throws HttpError 406 if the text fits only compressed and the caller accepts no encoding; Error if it does not fit
 * at all
 */
export const encodeAnswer = async (result: Result, acceptEncoding: string | undefined): Promise<Result> => {
  const { body, isBase64Encoded } = result;
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  if (body === undefined || isBase64Encoded || bytes < WORTH_BYTES) return result;
  const vary = mergeHeaders(result.headers, { Vary: 'Accept-Encoding' });
  const encoding = encodingFor(acceptEncoding);
  if (encoding !== 'identity') {
    const small = (await encoded(body, encoding)).toString('base64');
    const headers = mergeHeaders(vary, { 'Content-Encoding': encoding });
    if (small.length <= MAXIMUM_BYTES) return { ...result, headers, body: small, isBase64Encoded: true };
  } else if (bytes <= CERTAIN_BYTES || Buffer.byteLength(JSON.stringify(body)) <= MAXIMUM_BYTES) {
    return { ...result, headers: vary };
  } else {
    throw new HttpError(
      'not_acceptable',
      'The response is too large to be sent uncompressed: request it with Accept-Encoding: br or gzip',
    );
  }
  throw new Error(`The response has ${bytes} bytes, more than a function can return`);
};
