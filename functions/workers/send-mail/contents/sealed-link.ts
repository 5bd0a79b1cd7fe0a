import { publicLink } from '../../../../shared/http/public-link.ts';
import type { ContentPorts } from './content.ts';

/** The built-in templates say so. */
const LINK_DAYS = 7;

/** A link to a stored file that works for seven days without a token. @param file `inline` as in `LinkTarget` */
export const sealedLink = async (
  file: { path: string; filename: string; inline?: boolean },
  ports: ContentPorts,
  now: Date,
): Promise<string> => {
  const until = now.getTime() + LINK_DAYS * 86_400_000;
  const [token] = await ports['links.seal'].seal([{ ...file, until }]);
  return publicLink(token as string);
};
