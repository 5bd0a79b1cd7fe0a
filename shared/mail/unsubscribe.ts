import type { Subscription } from '../domain/mail/subscription.ts';
import { environment, required } from '../environment.ts';
import type { UnsubscribeSeal } from '../ports.ts';

/** Where mails are ended, with the sealed token as last component. */
export const UNSUBSCRIBE_PATH = '/api/public/unsubscribe/{token}';

/** The address that ends those mails without a login: a page for people, one POST for mail programs (RFC 8058). */
export const unsubscribeUrl = async (subscription: Subscription, sealing: UnsubscribeSeal): Promise<string> =>
  required(environment(), 'PUBLIC_BASE_URL') + UNSUBSCRIBE_PATH.replace('{token}', await sealing.seal(subscription));
