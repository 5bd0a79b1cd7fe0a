import { createHash } from 'node:crypto';
import type { Caller } from '../domain/access/caller.ts';
import { callerOfLink } from '../domain/access/viewer-link.ts';
import { Forbidden } from '../domain/errors.ts';
import { environment, required } from '../environment.ts';
import type { Exchange } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { portsFor } from './provide.ts';

/** The path of viewer links, with the sealed link as last component. */
export const VIEWER_PATH = '/api/public/view/{token}';

/** Returns the address of the viewer for a sealed link. */
export const viewerLinkUrl = (sealed: string): string =>
  required(environment(), 'PUBLIC_BASE_URL') + VIEWER_PATH.replace('{token}', sealed);

/** Returns the identifier under which the requests of a link are counted. */
const linkId = (sealed: string): string => createHash('sha256').update(sealed).digest('hex').slice(0, 16);

const challenge = (detail: string) => ({
  'WWW-Authenticate': `Bearer error="invalid_token", error_description="${detail}"`,
});

/**
 * Returns the caller for a viewer link.
 * @param parameters the parameters of path and query
 * @throws HttpError 401 for an altered or expired link, and for one of a deleted organization
 * @throws Forbidden if the operation accepts no links, or the link is for another record
 */
export const callerByLink = async (
  sealed: string,
  { operation: { auth }, now }: Exchange,
  parameters: Record<string, string | undefined>,
): Promise<Caller> => {
  const param = auth === 'public' ? undefined : auth.viewerLink;
  if (param === undefined) throw new Forbidden('A viewer link does not permit this operation', 'outside_viewer_link');
  const opened = await portsFor(['viewer-links.open'])['viewer-links.open'].open(sealed);
  if (!opened) {
    const detail = 'The viewer link is not valid';
    throw new HttpError('token_invalid', detail, { headers: challenge(detail) });
  }
  const { link, creator } = opened;
  if (link.until <= now.getTime()) {
    const detail = 'The viewer link has expired';
    throw new HttpError('token_expired', detail, { headers: challenge(detail) });
  }
  const { type, id } = link.record;
  if (param !== `${type}_id` || parameters[param] !== id) {
    throw new Forbidden('The viewer link is for another record', 'outside_viewer_link');
  }
  return callerOfLink(link, creator, linkId(sealed));
};
