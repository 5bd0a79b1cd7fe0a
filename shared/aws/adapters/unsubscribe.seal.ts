import type { Environment } from '../../environment.ts';
import type { UnsubscribeSeal } from '../../ports.ts';
import { UNSUBSCRIBE_CONTEXT } from '../secrets/link-context.ts';
import { sealAll } from '../secrets/seal.ts';

export const adapter = (environment: Environment): UnsubscribeSeal => ({
  seal: async (subscription) => {
    const [token] = await sealAll(environment, UNSUBSCRIBE_CONTEXT, [subscription]);
    return token!;
  },
});
