import * as z from 'zod';
import { ProjectId } from '../../shared/domain/fields.ts';
import { SheetRegister } from '../../shared/domain/sheets/sheet-register.ts';
import { taskFields } from '../../shared/domain/tasks/task.ts';
import { locator, RequestedLocation } from '../../shared/domain/tasks/task-location.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { OrganizationId, ownOrganization } from '../../shared/http/own-organization.ts';
import { newRecordFields } from '../../shared/http/records.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { serverOwned } from '../../shared/http/server-owned.ts';
import { created } from '../../shared/http/versioned.ts';
import { LOCATION_PORTS, readLocation } from './lib/locate-task.ts';
import { requireDocuments } from './lib/require-documents.ts';
import { Task, toTask } from './view.ts';

export const operation = defineOperation({
  id: 'create-task',
  method: 'POST',
  path: '/api/v1/tasks',
  tag: 'Tasks',
  summary: 'Create a task',
  description:
    '`document_ids` lists documents of the same project (else 422); they list the task in their `task_ids`. ' +
    '`location` pins the task to a sheet, or to a page of a document of the same project (else 422). A ' +
    '`due_date` without a time means the end of that day, UTC. Identifier, timestamps and creator are set by the ' +
    'service, whatever the body contains.',
  auth: { scope: 'tasks:write', role: 'member' },
  body: z.strictObject({
    title: taskFields.title,
    project_id: ProjectId,
    description: taskFields.description.default(null),
    status: taskFields.status.default('open'),
    priority: taskFields.priority.default('medium'),
    due_date: taskFields.due_date.default(null),
    assignee_id: taskFields.assignee_id.default(null),
    assignee_email: taskFields.assignee_email.default(null),
    document_ids: taskFields.document_ids.default([]),
    location: RequestedLocation.nullable().default(null),
    organization_id: OrganizationId.nullable().optional(),
    ...serverOwned('id', '_id', 'created_at', 'updated_at', 'updated_by', 'created_by', 'became_due_at'),
  }),
  responses: { 201: created('The task', Task, '/api/v1/tasks/{id}') },
  errors: [404, 409],
  uses: ['tasks.write', ...LOCATION_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller } = request;
  const { organizationId } = caller;
  ownOrganization(caller, body.organization_id, 'body');
  await requireProject(request, body.project_id);
  await requireDocuments(ports['documents.read'], { organizationId, projectId: body.project_id }, body.document_ids);
  const pinned = body.location && (await readLocation(request, ports, body.project_id, body.location));
  const record = await ports['tasks.write'].create({
    ...newRecordFields(request),
    project_id: body.project_id,
    title: body.title,
    description: body.description,
    status: body.status,
    priority: body.priority,
    due_date: body.due_date,
    assignee_id: body.assignee_id,
    assignee_email: body.assignee_email,
    document_ids: body.document_ids,
    location: pinned?.location ?? null,
    became_due_at: null,
  });
  return {
    status: 201,
    headers: { ETag: etag(record.record_version) },
    body: toTask(record, pinned?.locate ?? locator(new SheetRegister([]))),
  };
};

export const handler = lambda(operation, handle);
