import * as z from 'zod';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { VERSION } from '../../shared/version.ts';

export const operation = defineOperation({
  id: 'health',
  method: 'GET',
  path: '/api/public/health',
  tag: 'Public',
  summary: 'Check whether the service is up',
  description: 'Reports that requests are served, and the version. Does not check any dependency.',
  auth: 'public',
  responses: {
    200: { description: 'The service is up', schema: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
  uses: [],
});

export const handle: Handle<typeof operation> = async () => ({ status: 200, body: { status: 'ok', version: VERSION } });

export const handler = publicLambda(operation, handle);
