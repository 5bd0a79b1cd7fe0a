import * as z from 'zod';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { Project, toProject } from './view.ts';

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
  const record = await requireProject(request, ports['projects.read'], request.params.id);
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toProject(record) };
};

export const handler = lambda(operation, handle);
