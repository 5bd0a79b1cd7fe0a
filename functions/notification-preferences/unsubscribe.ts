import * as z from 'zod';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { endedModes } from '../../shared/domain/mail/subscription.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { UNSUBSCRIBE_PATH } from '../../shared/mail/unsubscribe-link.ts';
import { endedPage, unsubscribeResponse } from './lib/unsubscribe-answer.ts';
import { writeModes } from './lib/write-modes.ts';

export const operation = defineOperation({
  id: 'unsubscribe',
  method: 'POST',
  path: UNSUBSCRIBE_PATH,
  tag: 'Email activities',
  summary: 'End mails',
  description:
    'Unsubscribes from the mails that the URL was made for, with the button on the page or with one click in a mail ' +
    'program (RFC 8058; its form field `List-Unsubscribe=One-Click` is accepted and ignored). Repeating it changes ' +
    'nothing.',
  auth: 'public',
  params: z.object({ token: z.string().max(8192) }),
  responses: { 200: unsubscribeResponse('The confirmation page') },
  errors: [404],
  uses: ['unsubscribe.open', 'preferences.read', 'preferences.write'],
});

const ATTEMPTS = 5;

export const handle: Handle<typeof operation> = async (request, ports) => {
  const subscription = await ports['unsubscribe.open'].open(request.params.token);
  if (!subscription) throw new NotFound();
  const { organization_id: organizationId, subscriber } = subscription;
  const write = { organizationId, subscriber, now: request.now };
  for (let attempt = 1; ; attempt++) {
    try {
      await writeModes(
        { ...write, modes: (record) => endedModes(record, subscription), writeId: request.newId() },
        ports,
      );
      return endedPage(subscription);
    } catch (error) {
      // On a conflict with a concurrent choice of the user, apply this one on top of it.
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
    }
  }
};

export const handler = publicLambda(operation, handle);
