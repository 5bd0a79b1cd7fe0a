import { createHash } from 'node:crypto';
import * as z from 'zod';
import { lambda } from '../../shared/http/lambda.ts';
import { openApiDocument } from '../../shared/http/openapi-document.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';

export const operation = defineOperation({
  id: 'openapi',
  method: 'GET',
  path: '/api/public/openapi.json',
  tag: 'Public',
  summary: 'This document',
  description: 'The machine-readable schema of the whole interface, OpenAPI 3.0.',
  auth: 'public',
  responses: {
    200: {
      description: 'The OpenAPI document',
      schema: z.record(z.string(), z.unknown()),
      headers: { ETag: 'Changes with the document', 'Cache-Control': 'The document may be kept for five minutes' },
    },
  },
  uses: [],
});

let known: { document: object; tag: string } | undefined;
/** The document does not change while a process lives: hashing it once is enough. */
const tagOf = (document: object): string => {
  if (known?.document === document) return known.tag;
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  known = { document, tag: `"${digest.slice(0, 32)}"` };
  return known.tag;
};

export const handle: Handle<typeof operation> = async () => {
  const document = await openApiDocument();
  return {
    status: 200,
    headers: { ETag: tagOf(document), 'Cache-Control': 'public, max-age=300' },
    body: document,
  };
};

export const handler = lambda(operation, handle);
