import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { NotificationPreferences, toNotificationPreferences } from './view.ts';

export const operation = defineOperation({
  id: 'get-notification-preferences',
  method: 'GET',
  path: '/api/v1/notification-preferences',
  tag: 'Email activities',
  summary: 'Get your notification preferences',
  description:
    'When you are notified of each type of event. Without a choice of yours this is `immediate`, except for ' +
    '`document_processed` and `document_failed`, which are `batch`.',
  auth: { scope: 'activities:read', role: 'viewer', projects: false },
  responses: { 200: versioned('Your preferences', NotificationPreferences) },
  uses: ['preferences.read'],
});

export const handle: Handle<typeof operation> = async ({ caller }, ports) => {
  const record = await ports['preferences.read'].get(caller.organizationId, caller.subject);
  return {
    status: 200,
    headers: { ETag: etag(record?.record_version ?? 0) },
    body: toNotificationPreferences(record),
  };
};

export const handler = lambda(operation, handle);
