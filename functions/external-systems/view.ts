import * as z from 'zod';
import { updatedBy } from '../../shared/domain/events/event.ts';
import type { SystemRecord } from '../../shared/domain/external-systems/system.ts';
import { AuthenticationType, SystemStatus, SystemType } from '../../shared/domain/external-systems/system-values.ts';

const at = z.string().meta({ format: 'date-time' });

/** An external system as it appears in responses, without its credentials. */
export const ExternalSystem = z
  .object({
    _id: z.string(),
    system_id: z.string(),
    system_name: z.string(),
    system_type: SystemType,
    description: z.string().nullable(),
    base_url: z.string(),
    authentication_type: AuthenticationType,
    timeout: z.int(),
    retry_attempts: z.int(),
    rate_limit_per_minute: z.int().nullable(),
    custom_headers: z.record(z.string(), z.string()),
    organization_id: z.string(),
    created_by_user_id: z.string(),
    is_active: z.boolean(),
    is_shared: z.boolean(),
    allowed_template_ids: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    last_tested_at: at.nullable(),
    last_test_status: z.string().nullable(),
    status: SystemStatus,
    has_credentials: z.boolean(),
    credential_fields: z.array(z.string()).meta({ description: 'Names of the stored credentials' }),
    created_at: at,
    updated_at: at,
    updated_by: updatedBy,
  })
  .meta({ id: 'ExternalSystem' });

export const toExternalSystem = (record: SystemRecord): z.input<typeof ExternalSystem> => {
  const { credentials_id, record_version: _version, write_id: _write, ...shown } = record;
  const updated_by = record.updated_by ?? null;
  return { _id: record.system_id, ...shown, updated_by, has_credentials: credentials_id !== null };
};
