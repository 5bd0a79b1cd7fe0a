import { promisify } from 'node:util';

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

/** For responses, compression has to take less time than it saves in transfer; stored files justify a higher level. */
const QUALITY = 4;

/** Compresses a response body. Most responses are too small, so zlib is loaded on first use. */
export const encoded = async (text: string, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> => {
  const { brotliCompress, constants, gzip } = await import('node:zlib');
  if (encoding === 'gzip') return await promisify(gzip)(text, { level: QUALITY });
  return await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
};
