import { Subscription } from '../../domain/mail/subscription.ts';
import type { Environment } from '../../environment.ts';
import type { LinksOpen } from '../../ports.ts';
import { openOwnedLink } from '../secrets/links.ts';

/** Opens no link of a deleted organization: a preference stored after its removal would never be deleted. */
export const adapter = (environment: Environment): LinksOpen<Subscription> => ({
  open: (token) => openOwnedLink(environment, 'unsubscribe-link', Subscription, token),
});
