import type { Environment } from '../../environment.ts';
import type { LinksSeal } from '../../ports.ts';
import { LINK_CONTEXT } from '../secrets/link-context.ts';
import { sealAll } from '../secrets/seal.ts';

export const adapter = (environment: Environment): LinksSeal => ({
  seal: (targets) => sealAll(environment, LINK_CONTEXT, targets),
});
