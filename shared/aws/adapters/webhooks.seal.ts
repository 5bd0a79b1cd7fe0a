import type { Environment } from '../../environment.ts';
import type { WebhooksSeal } from '../../ports.ts';
import { sealAll } from '../secrets/seal.ts';
import { WEBHOOK_CONTEXT } from '../secrets/webhook-secret.ts';

export const adapter = (environment: Environment): WebhooksSeal => ({
  seal: async ({ organization_id, id }, secret) => {
    const [sealed] = await sealAll(environment, WEBHOOK_CONTEXT, [{ organization_id, id, secret }]);
    return sealed as string;
  },
});
