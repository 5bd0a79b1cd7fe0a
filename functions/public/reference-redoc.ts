import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { redocPage } from '../../shared/reference/reference-pages.ts';
import { pageAnswer, pageResponse } from './page-answer.ts';

export const operation = defineOperation({
  id: 'reference-redoc',
  method: 'GET',
  path: '/api/public/redoc',
  tag: 'Public',
  summary: 'Show the reference for reading',
  description:
    'This API on one Redoc page, with every operation, field and error. It loads nothing from third parties.',
  auth: 'public',
  responses: { 200: pageResponse('The page') },
  uses: [],
});

export const handle: Handle<typeof operation> = async () => pageAnswer(redocPage());

export const handler = publicLambda(operation, handle);
