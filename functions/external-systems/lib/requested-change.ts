import { Invalid } from '../../../shared/domain/errors.ts';
import { isSameOrigin } from '../../../shared/domain/external-systems/addresses.ts';
import type { Credentials } from '../../../shared/domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import { fittingCredentials } from './fitting-credentials.ts';
import { requestedActivity } from './requested-activity.ts';

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
export const requestedChange = (record: SystemRecord, asked: RequestedChange) => {
  const { credentials: _, ...change } = asked;
  return {
    change: { ...change, ...requestedActivity(asked, record) },
    credentials: requestedCredentials(record, asked),
  };
};
