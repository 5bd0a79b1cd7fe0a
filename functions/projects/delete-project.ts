import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';

export const operation = defineOperation({
  id: 'delete-project',
  method: 'DELETE',
  path: '/api/v1/projects/{id}',
  tag: 'Projects',
  summary: 'Delete a project',
  description:
    'Removes the project with its memberships. 409 while it has tasks or documents, deleted ones included as long as ' +
    'they can be restored, or where `If-Match` is not the current version.',
  auth: { scope: 'projects:write', role: 'org_admin' },
  params: z.object({ id: ProjectId }),
  responses: { 204: { description: 'The project is gone' } },
  errors: [404, 409],
  uses: ['projects.read', 'projects.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await requireProject(request, ports['projects.read'], request.params.id);
  await ports['projects.write'].delete(record, { ifVersion: versionOf(request.ifMatch), now: request.now });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
