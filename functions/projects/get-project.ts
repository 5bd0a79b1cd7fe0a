import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Project, toProject } from './project-view.ts';

export const operation = defineOperation({
  id: 'get-project',
  method: 'GET',
  path: '/api/v1/projects/{id}',
  tag: 'Projects',
  summary: 'Get a project',
  description: 'For its members, and for the administrators of its organization.',
  auth: { scope: 'projects:read', role: 'viewer', projects: true },
  params: z.object({ id: z.string().min(1).max(128) }),
  responses: { 200: { description: 'The project', schema: Project, headers: { ETag: 'Version of the record' } } },
  errors: [404],
  uses: ['projects.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { id } = request.params;
  const [record, allowed] = await Promise.all([
    ports['projects.read'].get(request.caller.organizationId, id),
    request.projects.allows(id),
  ]);
  if (!record || !allowed) throw new NotFound();
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toProject(record) };
};

export const handler = lambda(operation, handle);
