import type { Environment } from '../../environment.ts';
import type { ViewerLinksSeal } from '../../ports.ts';
import { VIEWER_CONTEXT } from '../secrets/link-context.ts';
import { sealAll } from '../secrets/seal.ts';

export const adapter = (environment: Environment): ViewerLinksSeal => ({
  seal: async (link) => (await sealAll(environment, VIEWER_CONTEXT, [link]))[0] as string,
});
