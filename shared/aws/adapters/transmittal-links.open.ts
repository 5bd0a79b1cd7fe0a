import { TransmittalLink } from '../../domain/transmittals/transmittal.ts';
import type { Environment } from '../../environment.ts';
import type { LinksOpen } from '../../ports.ts';
import { openOwnedLink } from '../secrets/links.ts';

export const adapter = (environment: Environment): LinksOpen<TransmittalLink> => ({
  open: (token) => openOwnedLink(environment, 'transmittal-link', TransmittalLink, token),
});
