import { LinkTarget } from '../../domain/access/sealed-link.ts';
import type { Environment } from '../../environment.ts';
import type { LinksOpen } from '../../ports.ts';
import { LINK_CONTEXT } from '../secrets/link-context.ts';
import { openSealed } from '../secrets/seal.ts';

export const adapter = (environment: Environment): LinksOpen => ({
  open: (token) => openSealed(environment, LINK_CONTEXT, LinkTarget, token),
});
