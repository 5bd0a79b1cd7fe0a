import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { ProjectDescription, ProjectName, ProjectStatus } from '../../shared/domain/projects/project.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { guardOf } from '../../shared/http/records.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { Project, toProject } from './view.ts';

export const operation = defineOperation({
  id: 'update-project',
  method: 'PATCH',
  path: '/api/v1/projects/{id}',
  tag: 'Projects',
  summary: 'Update a project',
  description:
    'Changes the given fields; null clears the description. 409 if `If-Match` is not the current version: the detail ' +
    'names it.',
  auth: { scope: 'projects:write', role: 'manager' },
  params: z.object({ id: ProjectId }),
  body: z.strictObject({
    name: ProjectName.optional(),
    description: ProjectDescription.nullable().optional(),
    status: ProjectStatus.optional(),
  }),
  responses: { 200: versioned('The project', Project) },
  errors: [404, 409],
  uses: ['projects.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, params, body } = request;
  const before = await requireProject(request, params.id);
  const record = await ports['projects.write'].change(caller.organizationId, params.id, body, guardOf(request, before));
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toProject(record) };
};

export const handler = lambda(operation, handle);
