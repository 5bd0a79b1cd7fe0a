import * as z from 'zod';
import { hasRole } from '../../shared/domain/access/caller.ts';
import { Forbidden, NotFound } from '../../shared/domain/errors.ts';
import { ProjectId, UserId } from '../../shared/domain/fields.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';

export const operation = defineOperation({
  id: 'delete-member',
  method: 'DELETE',
  path: '/api/v1/projects/{id}/members/{user_id}',
  tag: 'Projects',
  summary: 'Remove a member from a project',
  description:
    'From the next request on, the project and everything in it are invisible to that user; tasks remain assigned. ' +
    'Only an administrator of the organization may remove the creator of the project (else 403).',
  auth: { scope: 'projects:write', role: 'manager' },
  params: z.object({ id: ProjectId, user_id: UserId }),
  responses: { 204: { description: 'The membership is deleted' } },
  errors: [404, 409],
  uses: ['members.read', 'members.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, params } = request;
  const project = await requireProject(request, params.id, { name: 'Project', loc: ['path', 'id'] });
  const id = { project_id: params.id, user_id: params.user_id };
  const member = await ports['members.read'].get(caller.organizationId, id);
  if (!member) throw new NotFound();
  if (member.user_id === project.created_by._id && !hasRole(caller, 'org_admin')) {
    throw new Forbidden('Only an administrator of the organization may remove the creator of the project');
  }
  await ports['members.write'].delete(member, { ifVersion: versionOf(request.ifMatch) });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
