import { environment } from '../../shared/environment.ts';
import { defineOperation, type Handle } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { landingPage } from '../../shared/reference/reference-pages.ts';
import { pageAnswer, pageResponse } from './page-answer.ts';

export const operation = defineOperation({
  id: 'landing-page',
  method: 'GET',
  path: '/',
  tag: 'Public',
  summary: 'Show the landing page',
  description: 'Links to both reference pages and the sandbox, and shows a first request.',
  auth: 'public',
  responses: { 200: pageResponse('The page') },
  uses: [],
});

export const handle: Handle<typeof operation> = async () => {
  const { PUBLIC_BASE_URL = '', MAILBOX_URL } = environment();
  return pageAnswer(landingPage(PUBLIC_BASE_URL, MAILBOX_URL));
};

export const handler = publicLambda(operation, handle);
