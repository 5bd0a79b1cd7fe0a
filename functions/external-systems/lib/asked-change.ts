import { Invalid } from '../../../shared/domain/errors.ts';
import { isSameOrigin } from '../../../shared/domain/external-systems/addresses.ts';
import type { Credentials } from '../../../shared/domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import { askedActivity } from './activity.ts';
import { fittingCredentials } from './fitting-credentials.ts';

/** Fields of an update. */
type AskedChange = { [K in keyof SystemRecord]?: SystemRecord[K] | undefined } & {
  credentials?: Credentials | null | undefined;
};

/**
 * What becomes of the stored credentials: they never go to an origin or with a type that they were not given for.
 * @throws Invalid where the ones given, or the stored ones, do not fit
 */
const askedCredentials = (
  record: SystemRecord,
  { credentials, ...change }: AskedChange,
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

/** The change of a record as it stands, and of its credentials. */
export const askedChange = (record: SystemRecord, asked: AskedChange) => {
  const { credentials: _, ...change } = asked;
  return { change: { ...change, ...askedActivity(asked, record) }, credentials: askedCredentials(record, asked) };
};
