import * as z from 'zod';
import { lambda } from '../../shared/http/lambda.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { VERSION } from '../../shared/version.ts';

export const operation = defineOperation({
  id: 'health',
  method: 'GET',
  path: '/api/public/health',
  tag: 'Public',
  summary: 'Whether the service answers',
  description: 'Says that requests are served, and by which version. Asks no other part of the service.',
  auth: 'public',
  responses: {
    200: { description: 'The service answers', schema: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
  uses: [],
});

export const handle: Handle<typeof operation> = async () => ({ status: 200, body: { status: 'ok', version: VERSION } });

export const handler = lambda(operation, handle);
