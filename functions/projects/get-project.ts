import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { Project, toProject } from './view.ts';

export const operation = defineOperation({
  id: 'get-project',
  method: 'GET',
  path: '/api/v1/projects/{id}',
  tag: 'Projects',
  summary: 'Get a project',
  description: 'For its members, and for the administrators of its organization.',
  auth: { scope: 'projects:read', role: 'viewer' },
  params: z.object({ id: ProjectId }),
  responses: { 200: versioned('The project', Project) },
  errors: [404],
  uses: [],
});

export const handle: Handle<typeof operation> = async (request) => {
  const record = await requireProject(request, request.params.id);
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toProject(record) };
};

export const handler = lambda(operation, handle);
