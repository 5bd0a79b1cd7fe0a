import { LinkTarget } from '../../domain/access/sealed-link.ts';
import type { Environment } from '../../environment.ts';
import type { LinksOpen } from '../../ports.ts';
import { openSealedLink } from '../secrets/links.ts';

export const adapter = (environment: Environment): LinksOpen<LinkTarget> => ({
  open: (token) => openSealedLink(environment, 'download-link', LinkTarget, token),
});
