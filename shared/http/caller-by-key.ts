import { createHash, timingSafeEqual } from 'node:crypto';
import { callerOfKey, readApiKey } from '../domain/access/api-key.ts';
import type { Caller } from '../domain/access/caller.ts';
import { NO_ORGANIZATION } from '../domain/access/no-organization.ts';
import { portsFor } from './provide.ts';

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Returns the caller of an API key; undefined if the key is unknown, revoked or expired. The secret is compared by its
 * digest in constant time.
 */
export const callerByKey = async (key: string, now: Date): Promise<Caller | undefined> => {
  const named = readApiKey(key);
  if (!named) return undefined;
  const record = await portsFor(['api-keys.read'])['api-keys.read'].get(NO_ORGANIZATION, named.id);
  if (!record || !timingSafeEqual(digestOf(named.secret), Buffer.from(record.secret_sha256, 'hex'))) return undefined;
  if (record.expires_at !== null && record.expires_at <= now.toISOString()) return undefined;
  return callerOfKey(record);
};
