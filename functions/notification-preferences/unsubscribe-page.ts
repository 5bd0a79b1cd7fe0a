import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { UNSUBSCRIBE_PATH } from '../../shared/mail/unsubscribe-link.ts';
import { confirmationPage, unsubscribeResponse } from './lib/unsubscribe-answer.ts';

export const operation = defineOperation({
  id: 'unsubscribe-page',
  method: 'GET',
  path: UNSUBSCRIBE_PATH,
  tag: 'Email activities',
  summary: 'Show the unsubscribe page',
  description:
    'The target of the link in a mail: a page with a button. No token is needed; the URL itself is sealed. It ' +
    'changes nothing, because mail scanners follow links. An altered URL returns 404.',
  auth: 'public',
  params: z.object({ token: z.string().max(8192) }),
  responses: { 200: unsubscribeResponse('The page') },
  errors: [404],
  uses: ['unsubscribe.open'],
});

export const handle: Handle<typeof operation> = async ({ params }, ports) => {
  const subscription = await ports['unsubscribe.open'].open(params.token);
  if (!subscription) throw new NotFound();
  return confirmationPage(subscription);
};

export const handler = publicLambda(operation, handle);
