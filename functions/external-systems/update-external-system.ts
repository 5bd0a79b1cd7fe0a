import * as z from 'zod';
import { Conflict, Invalid } from '../../shared/domain/errors.ts';
import { isSameOrigin } from '../../shared/domain/external-systems/addresses.ts';
import type { Credentials } from '../../shared/domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../shared/domain/external-systems/system.ts';
import { hasFields } from '../../shared/domain/record-fields.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { findSystem } from './lib/find-system.ts';
import { fittingCredentials } from './lib/fitting-credentials.ts';
import { requestedActivity } from './lib/requested-activity.ts';
import { InOrganization, SystemParams, systemFields } from './lib/system-schemas.ts';
import { ExternalSystem, toExternalSystem } from './view.ts';

/** The fields of an update. */
type RequestedChange = { [K in keyof SystemRecord]?: SystemRecord[K] | undefined } & {
  credentials?: Credentials | null | undefined;
};

/**
 * Determines the new credentials. Stored ones are never used with an origin or a type that they were not given for.
 * @returns null to remove the stored ones, undefined to keep them
 * @throws Invalid if neither the given nor the stored credentials fit
 */
const requestedCredentials = (
  record: SystemRecord,
  { credentials, ...change }: RequestedChange,
): Credentials | null | undefined => {
  const type = change.authentication_type ?? record.authentication_type;
  if (credentials) return fittingCredentials(type, credentials);
  if (credentials === null) return null;
  if (record.credentials_id === null) return undefined;
  if (change.base_url !== undefined && !isSameOrigin(change.base_url, record.base_url)) return null;
  if (type === record.authentication_type) return undefined;
  if (type === 'none') return null;
  const stored = record.authentication_type;
  throw Invalid.at(['body', 'credentials'], `are needed: the stored ones are of the type ${stored}`, 'missing');
};

/** Returns the change of the record as it is stored, and of its credentials. */
const requestedChange = (record: SystemRecord, asked: RequestedChange) => {
  const { credentials: _, ...change } = asked;
  const { is_active, status } = asked;
  return {
    change: { ...change, ...(hasFields({ is_active, status }) && requestedActivity(asked, record)) },
    credentials: requestedCredentials(record, asked),
  };
};

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
