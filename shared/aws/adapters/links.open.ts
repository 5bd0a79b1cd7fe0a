import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import type { LinksOpen } from '../../ports.ts';
import { LINK_CONTEXT } from '../links/link-context.ts';
import { openSealed } from '../secrets/seal.ts';

const Target = z.object({ path: z.string(), filename: z.string(), until: z.number(), inline: z.boolean().optional() });

export const adapter = (environment: Environment): LinksOpen => ({
  open: (token) => openSealed(environment, LINK_CONTEXT, Target, token),
});
