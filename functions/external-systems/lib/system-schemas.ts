import * as z from 'zod';
import { BaseUrl } from '../../../shared/domain/external-systems/addresses.ts';
import { CustomHeaders } from '../../../shared/domain/external-systems/header-rules.ts';
import { AuthenticationType, SystemId, SystemStatus } from '../../../shared/domain/external-systems/system-values.ts';
import { line, prose, RecordId } from '../../../shared/domain/fields.ts';
import { OrganizationId } from '../../../shared/http/own-organization.ts';

const MAXIMUM_METADATA = 8192;

export const SystemParams = z.object({ system_id: SystemId });

/** Whether all numbers of a value are in DynamoDB's range, which is smaller than JSON's. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'number') return value === 0 || (Math.abs(value) <= 1e125 && Math.abs(value) >= 1e-128);
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable);
};

/** The organization, for paths that do not contain it. */
export const InOrganization = z.object({ organization_id: OrganizationId });

/** The `credentials` of a body; which fields are required follows from `authentication_type`. */
const Credentials = z.record(z.string(), z.string()).meta({
  description:
    'By `authentication_type`: `api_key` {api_key, header_name?}, `bearer_token` {token}, `basic_auth` {username, ' +
    'password}, `oauth2` {client_id, client_secret, token_url, scope?}, `custom_header` {header_name, header_value}. ' +
    'Encrypted before they are stored, and never returned.',
});

/** Fields that create and update share. */
export const systemFields = {
  system_name: line(256).trim().min(1),
  description: prose(8192).nullable(),
  base_url: BaseUrl,
  authentication_type: AuthenticationType,
  timeout: z.int().min(1).max(300).meta({ description: 'Timeout of one call in seconds' }),
  retry_attempts: z.int().min(0).max(10).meta({ description: 'Retries after a failed attempt' }),
  rate_limit_per_minute: z.int().min(1).max(100_000).nullable().meta({ description: 'null means unlimited' }),
  custom_headers: CustomHeaders,
  is_active: z.boolean(),
  is_shared: z.boolean(),
  allowed_template_ids: z.array(RecordId).max(200),
  metadata: z
    .record(z.string(), z.unknown())
    .refine(
      (value) => JSON.stringify(value).length <= MAXIMUM_METADATA,
      `at most ${MAXIMUM_METADATA} characters of JSON`,
    )
    .refine(isStorable, 'must not hold numbers beyond 1e125, or nearer to 0 than 1e-128'),
  status: SystemStatus,
  credentials: Credentials.nullable(),
};
