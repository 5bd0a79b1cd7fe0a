import type { Environment } from '../../environment.ts';
import type { WebhooksOpen } from '../../ports.ts';
import { openSealed } from '../secrets/seal.ts';
import { SealedSecret, WEBHOOK_CONTEXT } from '../secrets/webhook-secret.ts';

export const adapter = (environment: Environment): WebhooksOpen => ({
  open: async ({ organization_id, id }, sealed) => {
    const opened = await openSealed(environment, WEBHOOK_CONTEXT, SealedSecret, sealed);
    if (opened?.organization_id !== organization_id || opened.id !== id) {
      throw new Error('The secret was not sealed for this webhook');
    }
    return opened.secret;
  },
});
