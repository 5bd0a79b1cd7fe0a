import * as z from 'zod';
import { ProjectDescription, ProjectName, ProjectStatus } from '../../shared/domain/projects/project.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import { newRecordFields } from '../../shared/http/records.ts';
import { serverOwned } from '../../shared/http/server-owned.ts';
import { created } from '../../shared/http/versioned.ts';
import { Project, toProject } from './view.ts';

export const operation = defineOperation({
  id: 'create-project',
  method: 'POST',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'Create a project',
  description:
    'The caller becomes its first member. Identifier, timestamps and creator are set by the service, whatever the ' +
    'body contains; an `organization_id` other than your own is 403.',
  auth: { scope: 'projects:write', role: 'manager' },
  body: z.strictObject({
    name: ProjectName,
    description: ProjectDescription.nullable().optional(),
    status: ProjectStatus.default('planning'),
    organization_id: OrganizationId.nullable().optional(),
    ...serverOwned('id', '_id', 'created_at', 'updated_at', 'updated_by', 'created_by'),
  }),
  responses: { 201: created('The project', Project, '/api/v1/projects/{id}') },
  errors: [409],
  uses: ['projects.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller } = request;
  ownOrganization(caller, body.organization_id, 'body');
  const record = await ports['projects.write'].create(
    {
      ...newRecordFields(request),
      name: body.name,
      description: body.description ?? null,
      status: body.status,
    },
    caller,
  );
  request.projects.answersAbout(record.id);
  return { status: 201, headers: { ETag: etag(record.record_version) }, body: toProject(record) };
};

export const handler = lambda(operation, handle);
