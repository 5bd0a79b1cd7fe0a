import * as z from 'zod';
import { hasRole } from '../../shared/domain/access/caller.ts';
import { ProjectId, RecordId, UserId } from '../../shared/domain/fields.ts';
import { ActivityRecord } from '../../shared/domain/mail/activity.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { requireProject } from '../../shared/http/require-project.ts';

const time = z.string().meta({ format: 'date-time' });

/** A logged mail as it appears in responses. */
const EmailActivity = ActivityRecord.omit({
  id: true,
  handing_since: true,
  message_id: true,
  record_version: true,
  write_id: true,
})
  .extend({
    _id: z.string(),
    sent_at: time.nullable().meta({ description: 'When the mail was sent; null until then' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'EmailActivity' });

const toEmailActivity = ({
  id,
  handing_since,
  message_id,
  record_version,
  write_id,
  ...shown
}: ActivityRecord): z.input<typeof EmailActivity> => ({ _id: id, ...shown });

export const operation = defineOperation({
  id: 'list-email-activities',
  method: 'GET',
  path: '/api/v1/email-activities',
  tag: 'Email activities',
  summary: 'List email activities',
  description:
    'Mails sent by the service, newest first: your own or, for administrators, all of the organization. Mails about a ' +
    'project are listed only while you can see the project. For other users, a `recipient_id` other than their own ' +
    'yields an empty list. `status` goes from `queued` to `sent` and `delivered`, or ends as `bounced`, `complained` ' +
    'or `failed`, with a `reason` in `metadata`.',
  auth: { scope: 'activities:read', role: 'viewer' },
  query: z.object({
    recipient_id: UserId.optional(),
    template_id: RecordId.optional(),
    notification_id: RecordId.optional(),
    project_id: ProjectId.optional(),
    limit: wholeNumber({ minimum: 1, maximum: 100 }).default(50),
    skip: wholeNumber({ minimum: 0 }).default(0),
  }),
  responses: { 200: { description: 'The mails', schema: z.array(EmailActivity) } },
  errors: [404],
  uses: ['activities.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, query } = request;
  const { limit, skip, ...filter } = query;
  if (query.project_id !== undefined) await requireProject(request, query.project_id);
  const seesAll = hasRole(caller, 'org_admin');
  const recipient_id = seesAll ? query.recipient_id : caller.subject;
  if (query.recipient_id !== undefined && query.recipient_id !== recipient_id) return { status: 200, body: [] };
  const found = await ports['activities.read'].find(
    caller.organizationId,
    { ...filter, recipient_id },
    { skip, limit },
    (projectId) => request.projects.allows(projectId),
  );
  return { status: 200, body: found.map(toEmailActivity) };
};

export const handler = lambda(operation, handle);
