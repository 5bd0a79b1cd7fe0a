import { createHash } from 'node:crypto';
import * as z from 'zod';
import { environment } from '../../shared/environment.ts';
import { openApiDocument } from '../../shared/http/openapi-document.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';

export const operation = defineOperation({
  id: 'openapi',
  method: 'GET',
  path: '/api/public/openapi.json',
  tag: 'Public',
  summary: 'This document',
  description: 'The machine-readable description of the whole API, OpenAPI 3.0.',
  auth: 'public',
  responses: {
    200: {
      description: 'The OpenAPI document',
      schema: z.record(z.string(), z.unknown()),
      headers: { ETag: 'Changes with the document', 'Cache-Control': 'The document may be cached for five minutes' },
    },
  },
  uses: [],
});

interface Served {
  document: Readonly<Record<string, unknown>>;
  tag: string;
}

/** Returns the document with absolute URLs of the identity provider, if its location is known. */
const withAddresses = (document: Readonly<Record<string, unknown>>, authUrl: string | undefined): Served => {
  const base = authUrl?.replace(/\/$/, '') ?? '';
  const isAddress = (name: string, value: unknown): value is string =>
    (name === 'authorizationUrl' || name === 'tokenUrl' || name === 'refreshUrl') && typeof value === 'string';
  const text = JSON.stringify(document, (name, value: unknown) => (isAddress(name, value) ? base + value : value));
  const digest = createHash('sha256').update(text).digest('hex');
  return { document: JSON.parse(text), tag: `"${digest.slice(0, 32)}"` };
};

let known: { from: object; served: Served } | undefined;
/** // Cached, because the document does not change during the lifetime of a process. */
const servedOf = (document: Readonly<Record<string, unknown>>): Served => {
  if (known?.from !== document) known = { from: document, served: withAddresses(document, environment().AUTH_URL) };
  return known.served;
};

export const handle: Handle<typeof operation> = async () => {
  const { document, tag } = servedOf(await openApiDocument());
  return { status: 200, headers: { ETag: tag, 'Cache-Control': 'public, max-age=300' }, body: document };
};

export const handler = publicLambda(operation, handle);
