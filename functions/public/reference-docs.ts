import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { docsPage } from '../../shared/reference/reference-pages.ts';
import { pageAnswer, pageResponse } from './page-answer.ts';

export const operation = defineOperation({
  id: 'reference-docs',
  method: 'GET',
  path: '/api/public/docs',
  tag: 'Public',
  summary: 'Show the interactive reference',
  description:
    'This API in Swagger UI: sign in with Authorize, then call operations from the page. It loads nothing from third parties.',
  auth: 'public',
  responses: { 200: pageResponse('The page') },
  uses: [],
});

export const handle: Handle<typeof operation> = async () => pageAnswer(docsPage());

export const handler = publicLambda(operation, handle);
