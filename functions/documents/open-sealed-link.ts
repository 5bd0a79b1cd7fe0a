import * as z from 'zod';
import type { LinkTarget } from '../../shared/domain/access/sealed-link.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { HOLDER_PORTS, holderMaySee } from '../../shared/http/holder-access.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { SEALED_PATH } from '../../shared/http/public-link.ts';
import type { Ports } from '../../shared/ports.ts';

/** The ports that checking a link needs, for `uses`. */
const LINK_PORTS = ['documents.read', 'comparisons.read', 'reports.read', ...HOLDER_PORTS] as const;
type LinkPorts = Pick<Ports, (typeof LINK_PORTS)[number]>;

/** By type of record: whether the record still refers to the file. */
const hasFile: Readonly<Record<LinkTarget['record']['type'], (to: LinkTarget, ports: LinkPorts) => Promise<boolean>>> =
  {
    document: async ({ organization_id, project_id, record, path }, ports) => {
      const found = await ports['documents.read'].get(organization_id, record.id);
      return found?.project_id === project_id && !found.is_deleted && found.store_path === path;
    },
    drawing_comparison: async ({ organization_id, project_id, record, path }, ports) => {
      const found = await ports['comparisons.read'].get(organization_id, record.id);
      return found?.project_id === project_id && Object.values(found.files).includes(path);
    },
    report: async ({ organization_id, project_id, record, path }, ports) => {
      const found = await ports['reports.read'].get(organization_id, record.id);
      return found?.project_id === project_id && found.file_path === path;
    },
  };

/** Whether a link may be followed now: under the same conditions as its holder's direct download of the file. */
const mayFollow = async (target: LinkTarget, now: Date, ports: LinkPorts): Promise<boolean> =>
  target.until > now.getTime() &&
  (await holderMaySee(target, ports)) &&
  (await hasFile[target.record.type](target, ports));

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
