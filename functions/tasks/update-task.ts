import * as z from 'zod';
import { userOf } from '../../shared/domain/access/caller.ts';
import { taskFields } from '../../shared/domain/tasks/task.ts';
import { RequestedLocation } from '../../shared/domain/tasks/task-location.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { findRecord, guardOf, RecordParams } from '../../shared/http/records.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { LOCATION_PORTS, locatorOf, readLocation } from './lib/locate-task.ts';
import { requireDocuments } from './lib/require-documents.ts';
import { Task, toTask } from './view.ts';

export const operation = defineOperation({
  id: 'update-task',
  method: 'PATCH',
  path: '/api/v1/tasks/{id}',
  tag: 'Tasks',
  summary: 'Update a task',
  description:
    'Changes the given fields; null clears a field. `document_ids` replaces the list: documents no longer in it are ' +
    'unlinked, and added ones must be in the project (else 422). A new `due_date` becomes due again. `location` ' +
    'pins the task to another place. A task cannot be moved to another project. 409 if `If-Match` is not the current version: the detail names it.',
  auth: { scope: 'tasks:write', role: 'member' },
  params: RecordParams,
  body: z.strictObject({ ...taskFields, location: RequestedLocation.nullable() }).partial(),
  responses: { 200: versioned('The task', Task) },
  errors: [404, 409],
  uses: ['tasks.read', 'tasks.write', ...LOCATION_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller } = request;
  const { location: requested, ...body } = request.body;
  const { organizationId } = caller;
  const found = await findRecord(request, ports['tasks.read']);
  const added = body.document_ids?.filter((id) => !found.document_ids.includes(id)) ?? [];
  await requireDocuments(ports['documents.read'], { organizationId, projectId: found.project_id }, added);
  const pinned = requested && (await readLocation(request, ports, found.project_id, requested));
  const isPutOff = body.due_date !== undefined && body.due_date !== found.due_date;
  const record = await ports['tasks.write'].change(
    organizationId,
    found.id,
    {
      ...body,
      ...(pinned !== undefined && { location: pinned?.location ?? null }),
      ...(isPutOff && { became_due_at: null }),
    },
    { ...guardOf(request, found), actor: userOf(caller) },
  );
  const locate = pinned?.locate ?? (await locatorOf(request, ports, record.project_id, [record]));
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toTask(record, locate) };
};

export const handler = lambda(operation, handle);
