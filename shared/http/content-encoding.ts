import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** What the caller takes, smallest first: brotli, gzip, or the body as it is. */
export const encodingFor = (header: string | undefined): Encoding => {
  const taken = new Map(
    (header ?? '').split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  const encodings = ['br', 'gzip'] as const;
  return encodings.find((name) => taken.get(name) ?? taken.get('*') ?? false) ?? 'identity';
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** Compresses an answer in the time that it saves on its way; files that are kept are worth more. */
const QUALITY = 4;

/** A text in an encoding, while the caller waits for it. */
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
