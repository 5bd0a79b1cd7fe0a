import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import { Forbidden } from '../../shared/domain/errors.ts';
import { ProjectStatus } from '../../shared/domain/projects/project.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Project, toProject } from './view.ts';

/** Fields of the record that the server sets, whatever a body says. */
const ignored = z.unknown().optional();

export const operation = defineOperation({
  id: 'create-project',
  method: 'POST',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'Create a project',
  description:
    'The caller becomes its first member. Identifier, times and creator are set by the service whatever the body says; ' +
    'another `organization_id` than your own is 403.',
  auth: { scope: 'projects:write', role: 'manager' },
  body: z.strictObject({
    name: z.string().trim().min(1).max(256),
    description: z.string().max(8192).nullable().optional(),
    status: ProjectStatus.default('planning'),
    organization_id: z.string().nullable().optional(),
    id: ignored,
    _id: ignored,
    created_at: ignored,
    updated_at: ignored,
    created_by: ignored,
  }),
  responses: { 201: { description: 'The project', schema: Project, headers: { ETag: 'Version of the record' } } },
  errors: [409],
  uses: ['projects.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller } = request;
  if ((body.organization_id ?? caller.organizationId) !== caller.organizationId) {
    throw new Forbidden('organization_id is not your organization');
  }
  const id = request.newId();
  const at = request.now.toISOString();
  const record = await ports['projects.write'].create(
    {
      id,
      organization_id: caller.organizationId,
      name: body.name,
      description: body.description ?? null,
      status: body.status,
      created_at: at,
      updated_at: at,
      created_by: userOf(caller),
      record_version: 1,
      write_id: id,
    },
    caller,
  );
  return { status: 201, headers: { ETag: etag(record.record_version) }, body: toProject(record) };
};

export const handler = lambda(operation, handle);
