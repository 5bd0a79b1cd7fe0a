import * as z from 'zod';
import { ChangedBy } from '../events/event.ts';
import { AuthenticationType, SystemStatus, SystemType } from './system-values.ts';

/** A stored external system; its credentials are stored separately. */
export const SystemRecord = z.object({
  system_id: z.string(),
  organization_id: z.string(),
  system_name: z.string(),
  system_type: SystemType,
  description: z.string().nullable(),
  base_url: z.string(),
  authentication_type: AuthenticationType,
  /** The time limit of one call in seconds. */
  timeout: z.int(),
  /** Number of retries after a failed first attempt. */
  retry_attempts: z.int(),
  rate_limit_per_minute: z.int().nullable(),
  custom_headers: z.record(z.string(), z.string()),
  created_by_user_id: z.string(),
  is_active: z.boolean(),
  is_shared: z.boolean(),
  allowed_template_ids: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  status: SystemStatus,
  last_tested_at: z.string().nullable(),
  last_test_status: z.string().nullable(),
  /** The write that stored this record's credentials; null if it has none. */
  credentials_id: z.string().nullable(),
  credential_fields: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: ChangedBy,
  record_version: z.int(),
  write_id: z.string(),
});
export type SystemRecord = z.infer<typeof SystemRecord>;

/** Returns true if calls of `other` go to the same address with the same credentials as calls of `record`. */
export const isCalledAlike = (record: SystemRecord, other: SystemRecord): boolean =>
  record.created_at === other.created_at &&
  record.base_url === other.base_url &&
  record.authentication_type === other.authentication_type &&
  record.credentials_id === other.credentials_id;
