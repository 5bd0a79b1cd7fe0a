import * as z from 'zod';
import { Conflict } from '../../shared/domain/errors.ts';
import { ProjectId } from '../../shared/domain/fields.ts';
import type { ProjectRecord } from '../../shared/domain/projects/project.ts';
import { flag } from '../../shared/domain/query-values.ts';
import { versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { requireProject } from '../../shared/http/require-project.ts';

export const operation = defineOperation({
  id: 'delete-project',
  method: 'DELETE',
  path: '/api/v1/projects/{id}',
  tag: 'Projects',
  summary: 'Delete a project',
  description:
    '409 while the project has documents or tasks, unless `cascade=true`, which deletes everything in it. While ' +
    'they are counted, nothing can be created in it (409). From the response on, the project and everything in it ' +
    'are absent from every list, count and link; the stored data is removed in the background and cannot be ' +
    'restored. Documents already marked as deleted are removed with the project in either case.',
  auth: { scope: 'projects:write', role: 'org_admin' },
  params: z.object({ id: ProjectId }),
  query: z.object({ cascade: flag(false) }),
  responses: { 204: { description: 'The project is deleted' } },
  errors: [404, 409],
  uses: ['projects.delete', 'register.read', 'tasks.read', 'queue.delete-project'],
});

type Ports = PortsOf<typeof operation>;

/** By type: counts the records in the project that prevent a deletion without `cascade`. */
const holdings: Record<string, (organizationId: string, projectId: string, ports: Ports) => Promise<number>> = {
  documents: async (organizationId, projectId, ports) =>
    (await ports['register.read'].read(organizationId, projectId)).page({
      sortBy: 'created_at',
      sortOrder: 'desc',
      skip: 0,
      limit: 0,
      isDeleted: false,
    }).total,
  tasks: async (organizationId, projectId, ports) =>
    (await ports['tasks.read'].ids(organizationId, { list: 'inProject', parent: projectId })).length,
};

/**
 * Asserts that nothing is in the project.
 * @throws Conflict with the number of records if there is something
 */
const requireEmpty = async (project: ProjectRecord, ports: Ports): Promise<void> => {
  for (const [name, count] of Object.entries(holdings)) {
    const total = await count(project.organization_id, project.id, ports);
    if (total > 0) throw new Conflict(`The project has ${total} ${name}: delete it with cascade=true`);
  }
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const project = await requireProject(request, request.params.id);
  const deletes = ports['projects.delete'];
  const terms = { ifVersion: versionOf(request.ifMatch), now: request.now };
  const deleteEmpty = async () => {
    const closedBy = request.requestId;
    try {
      // Inside the try block, because the gates may be closed even if the response was lost.
      await deletes.close(project, closedBy);
      await requireEmpty(project, ports);
      return await deletes.begin(project, { ...terms, closedBy });
    } catch (error) {
      await deletes.reopen(project, closedBy);
      throw error;
    }
  };
  const deletion = request.query.cascade ? deletes.begin(project, terms) : deleteEmpty();
  const { organization_id, id, at } = await deletion;
  await ports['queue.delete-project'].send({ organization_id, id, at });
  return { status: 204 };
};

export const handler = lambda(operation, handle);
