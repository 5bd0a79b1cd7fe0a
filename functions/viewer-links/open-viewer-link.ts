import * as z from 'zod';
import { callerOfLink, type ViewerLink } from '../../shared/domain/access/viewer-link.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { escapeHtml, htmlPage } from '../../shared/html.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { projectAccess } from '../../shared/http/project-access.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { VIEWER_PATH } from '../../shared/http/viewer-link-access.ts';

const ASSETS = '/api/public/assets';

/** Returns the page of the viewer, whose script reads the record and the permission from the body's attributes. */
const viewerPage = (title: string, { record: { type, id }, permission }: ViewerLink): string =>
  htmlPage({
    title,
    head: `<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${ASSETS}/viewer.css">`,
    body: `<body data-type="${type}" data-id="${escapeHtml(id)}" data-permission="${permission}">
<noscript>The viewer requires JavaScript.</noscript>
<script type="module" src="${ASSETS}/viewer.js"></script>
</body>`,
  });

/**
 * Returns the content security policy of the viewer.
 * @param files the origin of images
 * @param ancestors origins of the pages that may embed the viewer
 */
const viewerPolicy = (files: string, ancestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${files}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ');

export const operation = defineOperation({
  id: 'open-viewer-link',
  method: 'GET',
  path: VIEWER_PATH,
  tag: 'Viewer',
  summary: 'Show the viewer',
  description:
    'The target of a viewer link: a page that shows the document or comparison. No token is needed; the address itself ' +
    'is sealed. An altered or expired link, one whose creator has lost access, and one to a deleted record return 404. ' +
    "The page sends the link as bearer token `view_…` with the viewer's requests.",
  auth: 'public',
  params: z.object({ token: z.string().max(8192) }),
  responses: {
    200: {
      description: 'The page',
      contentType: 'text/html; charset=utf-8',
      schema: z.string().meta({ description: 'The page', example: '<!doctype html>' }),
      headers: {
        'Cache-Control': 'The page may not be stored',
        'Content-Security-Policy': 'Restricts what the page may load, and which pages may embed it',
      },
    },
  },
  errors: [404],
  uses: [
    'viewer-links.open',
    'memberships.read',
    'documents.read',
    'comparisons.read',
    'projects.read',
    'files.presign',
  ],
});

/** Returns the name of the record; undefined if it is deleted or has moved to another project. */
const titleOf = async (
  { organization_id, project_id, record }: ViewerLink,
  ports: PortsOf<typeof operation>,
): Promise<string | undefined> => {
  if (record.type === 'document') {
    const found = await ports['documents.read'].get(organization_id, record.id);
    return found && !found.is_deleted && found.project_id === project_id ? (found.title ?? found.filename) : undefined;
  }
  if (record.type === 'project') return (await ports['projects.read'].get(organization_id, record.id))?.name;
  const found = await ports['comparisons.read'].get(organization_id, record.id);
  return found?.project_id === project_id ? 'Comparison of drawings' : undefined;
};

export const handle: Handle<typeof operation> = async ({ params, now }, ports) => {
  const opened = await ports['viewer-links.open'].open(params.token);
  if (!opened || opened.link.until <= now.getTime()) throw new NotFound();
  const { link, creator } = opened;
  const access = projectAccess(callerOfLink(link, creator, ''), ports['memberships.read']);
  const [allowed, title] = await Promise.all([access.allows(link.project_id), titleOf(link, ports)]);
  if (!allowed || title === undefined) throw new NotFound();
  // Any link shows the origin from which the browser loads images.
  const files = new URL(await ports['files.presign'].view('derived/origin', 60)).origin;
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-store', 'Content-Security-Policy': viewerPolicy(files, link.frame_ancestors) },
    body: viewerPage(title, link),
  };
};

export const handler = publicLambda(operation, handle);
