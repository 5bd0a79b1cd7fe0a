import type { Subscription } from '../domain/mail/subscription.ts';
import { environment, required } from '../environment.ts';
import type { LinksSeal } from '../ports.ts';

/** The path of unsubscribe links, with the sealed token as last component. */
export const UNSUBSCRIBE_PATH = '/api/public/unsubscribe/{token}';

/** Returns the address that unsubscribes without a login: a page for people, one POST for mail programs (RFC 8058). */
export const unsubscribeUrl = async (subscription: Subscription, sealing: LinksSeal<Subscription>): Promise<string> =>
  required(environment(), 'PUBLIC_BASE_URL') + UNSUBSCRIBE_PATH.replace('{token}', await sealing.seal(subscription));
