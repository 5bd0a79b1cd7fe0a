import type { LinkTarget } from '../../../../shared/domain/access/sealed-link.ts';
import type { Recipient } from '../../../../shared/domain/notifications/notification.ts';
import { publicLink } from '../../../../shared/http/public-link.ts';
import type { ContentPorts } from './mail-content.ts';

/** Stated in the built-in templates. */
const LINK_DAYS = 7;

/**
 * Returns a link to a stored file that works for seven days without a token, as long as the recipient may see the
 * record; empty for an address without a user, which has no access of its own.
 */
export const sealedLink = async (
  file: Omit<LinkTarget, 'until' | 'holder'>,
  { id: holder }: Recipient,
  ports: ContentPorts,
  now: Date,
): Promise<string> => {
  if (holder === null) return '';
  const until = now.getTime() + LINK_DAYS * 86_400_000;
  return publicLink(await ports['links.seal'].seal({ ...file, holder, until }));
};
