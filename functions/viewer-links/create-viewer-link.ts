import * as z from 'zod';
import { hasRole, hasScope } from '../../shared/domain/access/caller.ts';
import { VIEWER_PERMISSIONS } from '../../shared/domain/access/scopes.ts';
import type { ViewerLink } from '../../shared/domain/access/viewer-link.ts';
import { Conflict, Forbidden, Invalid } from '../../shared/domain/errors.ts';
import { line, ProjectId, RecordId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { VIEWER_PATH, viewerLinkUrl } from '../../shared/http/viewer-link-access.ts';
import { visible } from '../../shared/http/visible.ts';

const DAY = 86_400;

/** The origin of a web page, with `*.` for all subdomains: it becomes part of a security header. */
const Origin = z
  .string()
  .max(255)
  .regex(
    /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
    'must be an origin: https://portal.example.com',
  )
  .meta({ example: 'https://portal.example.com' });

const permission = z.enum(VIEWER_PERMISSIONS).meta({
  description:
    '`view` shows the record; `comment` also comments changes of a comparison, `review` also accepts and rejects them',
});

export const operation = defineOperation({
  id: 'create-viewer-link',
  method: 'POST',
  path: '/api/v1/viewer-links',
  tag: 'Viewer',
  summary: 'Create a link to the viewer',
  description:
    'A link that shows a document, a comparison, or the current set of sheets of a project in the browser without a ' +
    'token, for opening or embedding in a page. It is sealed, not stored: it works until it expires, as long as you may see the record and the record is not ' +
    'deleted. `comment` and `review` require the role `member` and the scope `documents:write`, and end with that role.',
  auth: { scope: 'documents:read', role: 'viewer' },
  body: z.strictObject({
    document_id: RecordId.optional().meta({
      description: 'The document to show; exactly one of the three identifiers is required',
    }),
    drawing_comparison_id: RecordId.optional().meta({ description: 'The comparison to show' }),
    project_id: ProjectId.optional().meta({ description: 'The project whose current set of sheets to show' }),
    permission: permission.default('view'),
    expires_in: z
      .int()
      .min(60)
      .max(90 * DAY)
      .default(7 * DAY)
      .meta({ description: 'Lifetime in seconds, at most 90 days' }),
    frame_ancestors: z
      .array(Origin)
      .max(10)
      .default([])
      .meta({ description: 'Origins of the pages that may embed the viewer; if there are none, no page may' }),
    label: line(100).trim().min(1).optional().meta({
      description: 'The name under which comments and reviews made through the link are recorded',
      example: 'Site office, Harbour Street',
    }),
  }),
  responses: {
    201: {
      description: 'The link',
      location: VIEWER_PATH,
      schema: z
        .object({
          url: z.string().meta({
            description: 'The address of the viewer',
            example: 'https://api.example.com/api/public/view/AQIDAHi',
          }),
          token: z.string().meta({ description: 'The sealed link, the last component of `url`' }),
          document_id: z.string().nullable().meta({ description: 'The document that the link shows, if any' }),
          drawing_comparison_id: z
            .string()
            .nullable()
            .meta({ description: 'The comparison that the link shows, if any' }),
          project_id: z.string().nullable().meta({ description: 'The project whose sheets the link shows, if any' }),
          permission,
          frame_ancestors: z.array(z.string()).meta({ description: 'Origins of the pages that may embed the viewer' }),
          expires_at: z.string().meta({ format: 'date-time', description: 'When the link ends' }),
        })
        .meta({ id: 'ViewerLink' }),
    },
  },
  errors: [404, 409],
  uses: ['documents.read', 'comparisons.read', 'viewer-links.seal'],
});

type Asked = Request<typeof operation>;

const PERMISSION = ['body', 'permission'];

/** @throws Forbidden unless the caller has the permission that the link is to give */
const requirePermission = ({ caller, body }: Asked): void => {
  if (body.permission === 'view') return;
  if (!hasRole(caller, 'member')) {
    throw new Forbidden(
      `A link with the permission ${body.permission} requires the role member`,
      'insufficient_role',
      PERMISSION,
    );
  }
  if (!hasScope(caller, 'documents:write')) {
    throw new Forbidden("The token's scope does not include documents:write", 'insufficient_scope', PERMISSION);
  }
};

/**
 * Returns the record that the link is for, and its project.
 * @throws Invalid unless the body names one record; NotFound unless the caller may see it; Conflict if it is deleted
 */
const findTarget = async (
  request: Asked,
  ports: PortsOf<typeof operation>,
): Promise<Pick<ViewerLink, 'record' | 'project_id'>> => {
  const { document_id, drawing_comparison_id, project_id, permission } = request.body;
  const { organizationId } = request.caller;
  const invalid = (field: string, msg: string) => new Invalid([{ loc: ['body', field], msg, type: 'value_error' }]);
  const named = [document_id, drawing_comparison_id, project_id].filter((id) => id !== undefined);
  if (named.length !== 1) {
    throw invalid('document_id', 'Name exactly one record: document_id, drawing_comparison_id or project_id');
  }
  if (drawing_comparison_id !== undefined) {
    const found = await visible(request, await ports['comparisons.read'].get(organizationId, drawing_comparison_id), {
      name: 'Drawing comparison',
      loc: ['body', 'drawing_comparison_id'],
    });
    return { record: { type: 'drawing_comparison', id: drawing_comparison_id }, project_id: found.project_id };
  }
  if (permission !== 'view') throw invalid('permission', 'Only comparisons can be commented and reviewed');
  if (document_id !== undefined) {
    const document = await visible(request, await ports['documents.read'].get(organizationId, document_id), {
      name: 'Document',
      loc: ['body', 'document_id'],
    });
    if (document.is_deleted) throw new Conflict(`Document ${document_id} is deleted: restore it first`);
    return { record: { type: 'document', id: document_id }, project_id: document.project_id };
  }
  const id = project_id as string;
  await requireProject(request, id);
  return { record: { type: 'project', id }, project_id: id };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const target = await findTarget(request, ports);
  requirePermission(request);
  const { permission, frame_ancestors, label, expires_in } = request.body;
  const until = request.now.getTime() + expires_in * 1000;
  const token = await ports['viewer-links.seal'].seal({
    ...target,
    ...{ permission, frame_ancestors, until },
    organization_id: request.caller.organizationId,
    creator: request.caller.subject,
    label: label ?? request.caller.name,
  });
  const { type, id } = target.record;
  return {
    status: 201,
    body: {
      url: viewerLinkUrl(token),
      token,
      document_id: type === 'document' ? id : null,
      drawing_comparison_id: type === 'drawing_comparison' ? id : null,
      project_id: type === 'project' ? id : null,
      permission,
      frame_ancestors,
      expires_at: new Date(until).toISOString(),
    },
  };
};

export const handler = lambda(operation, handle);
