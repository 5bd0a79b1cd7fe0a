import * as z from 'zod';
import { Conflict } from '../../shared/domain/errors.ts';
import type { SystemRecord } from '../../shared/domain/external-systems/system.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findSystem } from './lib/find-system.ts';
import { requestedChange } from './lib/requested-change.ts';
import { InOrganization, SystemParams, systemFields } from './lib/system-schemas.ts';
import { ExternalSystem, toExternalSystem } from './view.ts';

/** Attempts before the update is rejected because of concurrent writers. */
const ATTEMPTS = 10;

export const operation = defineOperation({
  id: 'update-external-system',
  method: 'PATCH',
  path: '/api/v1/external-systems/{system_id}',
  tag: 'External systems',
  summary: 'Update an external system',
  description:
    'Changes the given fields. `credentials` replace all stored ones and are encrypted with a new key; null removes ' +
    'them. A `base_url` with another origin removes them unless the same call sends new ones. Another ' +
    '`authentication_type` requires its own credentials in the same call, except `none`, which removes them. 409 if ' +
    '`If-Match` is not the current version: the detail names it.',
  auth: { scope: 'systems:write', role: 'org_admin', projects: false },
  params: SystemParams,
  query: InOrganization,
  body: z.strictObject(systemFields).partial(),
  responses: { 200: versioned('The system', ExternalSystem) },
  errors: [404, 409],
  uses: ['systems.read', 'credentials.write'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const ifVersion = versionOf(request.ifMatch);
  const writeId = request.newId();
  const write = (record: SystemRecord) => {
    const { change, credentials } = requestedChange(record, request.body);
    // The decision about the credentials is valid only for the version that was read.
    const guard = { ifVersion: ifVersion ?? record.record_version, writeId, now: request.now, before: record };
    return ports['credentials.write'].change(record.organization_id, record.system_id, change, guard, credentials);
  };
  for (let attempt = 1; ; attempt++) {
    const record = await findSystem(request, ports['systems.read']);
    try {
      const changed = await write(record);
      return { status: 200, headers: { ETag: etag(changed.record_version) }, body: toExternalSystem(changed) };
    } catch (error) {
      const raced = error instanceof Conflict && error.code === 'version_conflict' && ifVersion === undefined;
      if (!raced || attempt === ATTEMPTS) throw error;
    }
  }
};

export const handler = lambda(operation, handle);
