import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Result } from './exchange.ts';
import { mergeHeaders } from './headers.ts';
import { HttpError } from './http-error.ts';

const compress = promisify(gzip);

/** Lambda takes answers of 6 MB, as JSON and with their headers. */
const MAXIMUM_BYTES = 6 * 1024 * 1024 - 64 * 1024;
/** Below this no text can grow above the maximum: an escape has six characters at most. */
const CERTAIN_BYTES = MAXIMUM_BYTES / 6;

/** True when the caller takes answers compressed with gzip. */
export const acceptsGzip = (header: string | undefined): boolean =>
  (header ?? '').split(',').some((each) => /^\s*(gzip|\*)\s*(;\s*q=(1|0?\.\d*[1-9]\d*))?\s*$/i.test(each));

/**
 * An answer that may be too large for the gateway goes out compressed where the caller takes that.
 * @param always compresses small ones as well
 * @throws HttpError 406 when it would fit compressed, which the caller does not take; Error when it cannot be made to fit
 */
export const withinPayloadLimit = async (
  result: Result,
  acceptEncoding: string | undefined,
  always = false,
): Promise<Result> => {
  const { body, isBase64Encoded } = result;
  if (body === undefined || isBase64Encoded || (!always && Buffer.byteLength(body) <= CERTAIN_BYTES)) return result;
  if (acceptsGzip(acceptEncoding)) {
    const small = (await compress(body, { level: 4 })).toString('base64');
    const headers = mergeHeaders(result.headers, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    if (small.length <= MAXIMUM_BYTES) return { ...result, headers, body: small, isBase64Encoded: true };
  } else if (Buffer.byteLength(JSON.stringify(body)) <= MAXIMUM_BYTES) {
    return { ...result, headers: mergeHeaders(result.headers, { Vary: 'Accept-Encoding' }) };
  } else {
    throw new HttpError(
      'not_acceptable',
      'The answer is too large to be sent as it is: ask for it with Accept-Encoding: gzip',
    );
  }
  throw new Error(`The answer has ${Buffer.byteLength(body)} bytes, more than a function can return`);
};
