import * as z from 'zod';
import type { Caller } from './caller.ts';
import { NO_ORGANIZATION } from './no-organization.ts';

/** A stored key of the documentation export. Only the digest of its secret is kept. */
export const ApiKeyRecord = z.object({
  id: z.string(),
  /** `NO_ORGANIZATION`, since the documentation that a key gives access to belongs to no organization. */
  organization_id: z.string(),
  /** The holder, as entered by an operator. */
  name: z.string(),
  /** The SHA-256 of the secret in lower-case hex. The secret has 256 random bits, so it needs no salt. */
  secret_sha256: z.string(),
  /** ISO 8601; null for a key that does not expire. */
  expires_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>;

const KEY = /^cdx_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Returns a key as given to its holder. @param secret 32 bytes in base64url */
export const writeApiKey = (id: string, secret: string): string => `cdx_${id}_${secret}`;

/** Returns the record id and the secret of a key; undefined for any other text. */
export const readApiKey = (text: string): { id: string; secret: string } | undefined => {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
};

/** Returns the caller for a key. It is not a user, and may only read the documentation of the agents. */
export const callerOfKey = ({ id, name }: ApiKeyRecord): Caller => ({
  issuer: 'api-key',
  subject: id,
  organizationId: NO_ORGANIZATION,
  roles: ['viewer'],
  scopes: ['export:read'],
  isLimitedByScope: true,
  name,
  email: null,
  company: null,
});
