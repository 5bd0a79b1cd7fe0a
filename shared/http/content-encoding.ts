import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the preferred encoding that the caller accepts: brotli, gzip, or none. */
export const encodingFor = (header: string | undefined): Encoding => {
  const accepted = new Map(
    (header ?? '').split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  const encodings = ['br', 'gzip'] as const;
  return encodings.find((name) => accepted.get(name) ?? accepted.get('*') ?? false) ?? 'identity';
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** For responses, compression has to take less time than it saves in transfer; stored files justify a higher level. */
const QUALITY = 4;

/** Compresses a response body. */
export const encoded = (text: string, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> =>
  encoding === 'gzip'
    ? deflate(text, { level: QUALITY })
    : brotli(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      });
