import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { SEALED_PATH } from '../../shared/http/public-link.ts';
import { LINK_PORTS, mayFollow } from './lib/link-rights.ts';

/** Lifetime in seconds of the URL that the redirect leads to. */
const REDIRECT_SECONDS = 300;

export const operation = defineOperation({
  id: 'open-sealed-link',
  method: 'GET',
  path: SEALED_PATH,
  tag: 'Documents',
  summary: 'Follow a download link',
  description:
    'The target of batch download links and of links in mails. Redirects to the file while the link is valid: the ' +
    'report of a comparison opens in the browser, everything else is downloaded. No token is needed; the address ' +
    'itself is sealed. Each time it is opened, the user for whom it was made must still have access to the record, ' +
    'and the record must still have the file. Otherwise, and for an expired or altered address, the response is ' +
    '404.',
  auth: 'public',
  params: z.object({ token: z.string().max(8192) }),
  responses: { 302: { description: 'The file', headers: { Location: 'A link that is valid for five minutes' } } },
  errors: [404],
  uses: ['links.open', 'files.presign', ...LINK_PORTS],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const target = await ports['links.open'].open(request.params.token);
  if (!target || !(await mayFollow(target, request.now, ports))) throw new NotFound();
  const { path, filename, inline } = target;
  const files = ports['files.presign'];
  const Location = inline
    ? await files.view(path, REDIRECT_SECONDS)
    : await files.download(path, filename, REDIRECT_SECONDS);
  return { status: 302, headers: { Location, 'Cache-Control': 'no-store' } };
};

export const handler = publicLambda(operation, handle);
