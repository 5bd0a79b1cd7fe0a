import * as z from 'zod';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { writeModes } from './lib/write-modes.ts';
import { EVERY_MODE, NotificationPreferences, toNotificationPreferences } from './view.ts';

export const operation = defineOperation({
  id: 'put-notification-preferences',
  method: 'PUT',
  path: '/api/v1/notification-preferences',
  tag: 'Email activities',
  summary: 'Choose your notifications',
  description:
    'Replaces your choices: each type is sent `immediate`, with the daily `digest`, or is `off`. A type that is not ' +
    'listed is `immediate`, except `document_processed` and `document_failed`, which are `batch`: one mail when all ' +
    'files that you uploaded to a project have been read, with those that could not be read and why, and none for a ' +
    'single file that was read. 409 if `If-Match` is not the current version (`"0"` before the first choice).',
  auth: { scope: 'activities:write', role: 'viewer', projects: false },
  body: z.strictObject({
    modes: z.strictObject(EVERY_MODE).partial().meta({ description: 'The mode of each type' }),
  }),
  responses: { 200: versioned('Your preferences', NotificationPreferences) },
  errors: [409],
  uses: ['preferences.read', 'preferences.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, body, now } = request;
  const record = await writeModes(
    {
      organizationId: caller.organizationId,
      subscriber: caller.subject,
      modes: () => body.modes,
      ifVersion: versionOf(request.ifMatch),
      writeId: request.newId(),
      now,
    },
    ports,
  );
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: toNotificationPreferences(record) };
};

export const handler = lambda(operation, handle);
