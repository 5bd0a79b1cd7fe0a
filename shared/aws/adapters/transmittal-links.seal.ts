import type { Environment } from '../../environment.ts';
import type { TransmittalLinksSeal } from '../../ports.ts';
import { TRANSMITTAL_CONTEXT } from '../secrets/link-context.ts';
import { sealAll } from '../secrets/seal.ts';

export const adapter = (environment: Environment): TransmittalLinksSeal => ({
  seal: async (link) => (await sealAll(environment, TRANSMITTAL_CONTEXT, [link]))[0] as string,
});
