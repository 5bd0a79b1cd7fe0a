import { encoded, encodingFor } from './content-encoding.ts';
import type { Result } from './exchange.ts';
import { mergeHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';

/** Lambda takes answers of 6 MB, as JSON and with their headers. */
const MAXIMUM_BYTES = 6 * 1024 * 1024 - 64 * 1024;
/** Below this no text can grow above the maximum: an escape has six characters at most. */
const CERTAIN_BYTES = MAXIMUM_BYTES / 6;
/** From here on compressing costs less time than the bytes that it saves; a packet holds 1,500 of them. */
const WORTH_BYTES = 4096;

/**
 * A text of 4 KB and more goes out compressed where the caller takes that.
 * @throws HttpError 406 when it would fit compressed, which the caller does not take; Error when it cannot be made to fit
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
      'The answer is too large to be sent as it is: ask for it with Accept-Encoding: br or gzip',
    );
  }
  throw new Error(`The answer has ${bytes} bytes, more than a function can return`);
};
