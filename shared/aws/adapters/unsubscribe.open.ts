import { Subscription } from '../../domain/mail/subscription.ts';
import type { Environment } from '../../environment.ts';
import type { UnsubscribeOpen } from '../../ports.ts';
import { UNSUBSCRIBE_CONTEXT } from '../links/link-context.ts';
import { openSealed } from '../secrets/seal.ts';

export const adapter = (environment: Environment): UnsubscribeOpen => ({
  open: (token) => openSealed(environment, UNSUBSCRIBE_CONTEXT, Subscription, token),
});
