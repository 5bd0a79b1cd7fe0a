import * as z from 'zod';
import { Binary } from '../../shared/http/binary.ts';
import { encodingFor } from '../../shared/http/content-encoding.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { ASSET_NAMES, assetOf } from '../../shared/reference/assets.ts';
import { readAsset } from '../../shared/reference/read-asset.ts';

/** After an hour a browser revalidates its copy by ETag. */
const CACHING = 'public, max-age=3600, stale-while-revalidate=86400';

export const operation = defineOperation({
  id: 'reference-asset',
  method: 'GET',
  path: '/api/public/assets/{name}',
  tag: 'Public',
  summary: 'Get a file of the reference pages',
  description: 'A script or style of the reference pages, compressed with brotli or gzip if the client accepts it.',
  auth: 'public',
  params: z.object({ name: z.enum(ASSET_NAMES).meta({ description: 'The name of the file' }) }),
  headers: z.object({
    'accept-encoding': z
      .string()
      .optional()
      .meta({ description: 'Encodings that the client accepts', example: 'br, gzip' }),
  }),
  responses: {
    200: {
      description: 'The file',
      contentType: '*/*',
      schema: Binary,
      headers: {
        ETag: 'Changes with the file and its encoding',
        'Cache-Control': 'The file may be cached for an hour',
        'Content-Encoding': 'br or gzip, if the client accepts one of them',
        Vary: 'Accept-Encoding',
      },
    },
  },
  uses: [],
});

export const handle: Handle<typeof operation> = async ({ params: { name }, headers }) => {
  const encoding = encodingFor(headers['accept-encoding']);
  const { bytes, tag } = await readAsset(name, encoding);
  return {
    status: 200,
    headers: {
      'Content-Type': assetOf(name).contentType,
      'Cache-Control': CACHING,
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      // The page to which the identity provider redirects after signing in.
      ...(name.endsWith('.html') && {
        'Content-Security-Policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
      }),
    },
    body: bytes,
  };
};

export const handler = publicLambda(operation, handle);
