import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { recordsRead } from '../../shared/aws/records/read-records.ts';
import { recordsWrite } from '../../shared/aws/records/write-records.ts';
import { type ApiKeyRecord, writeApiKey } from '../../shared/domain/access/api-key.ts';
import { NO_ORGANIZATION } from '../../shared/domain/access/no-organization.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { API_KEYS } from '../../shared/table/kinds/api-keys.ts';
import type { Target } from './target.ts';

const DAY = 86_400_000;

const shownOf = ({ id, name, created_at, expires_at }: ApiKeyRecord) => ({ id, name, created_at, expires_at });
type ShownKey = ReturnType<typeof shownOf>;

/**
 * Creates a key for the documentation export. The key itself is returned only here: only its digest is stored.
 * @param days validity; unlimited if not given
 */
export const createApiKey = async (
  { table }: Target,
  name: string,
  days: number | undefined,
): Promise<ShownKey & { key: string }> => {
  const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('base64url')];
  const now = new Date();
  const at = now.toISOString();
  const record = await recordsWrite(table, API_KEYS).create({
    id,
    organization_id: NO_ORGANIZATION,
    name,
    secret_sha256: createHash('sha256').update(secret).digest('hex'),
    expires_at: days === undefined ? null : new Date(now.getTime() + days * DAY).toISOString(),
    created_at: at,
    updated_at: at,
    record_version: 1,
    write_id: randomUUID(),
  });
  return { ...shownOf(record), key: writeApiKey(id, secret) };
};

/** Returns all keys that have not been revoked, newest first. */
export const listApiKeys = async ({ table }: Target): Promise<ShownKey[]> => {
  const read = recordsRead(table, API_KEYS);
  const records = await read.getMany(NO_ORGANIZATION, await read.ids(NO_ORGANIZATION, { list: 'inOrganization' }));
  return records.flatMap((record) => (record ? [shownOf(record)] : []));
};

/**
 * Revokes a key; the next request with it is rejected.
 * @throws NotFound if it does not exist
 */
export const revokeApiKey = async ({ table }: Target, id: string, isDry: boolean): Promise<ShownKey> => {
  const record = await recordsRead(table, API_KEYS).get(NO_ORGANIZATION, id);
  if (!record) throw new NotFound(`There is no key ${id}`);
  if (!isDry) await recordsWrite(table, API_KEYS).delete(record);
  return shownOf(record);
};
