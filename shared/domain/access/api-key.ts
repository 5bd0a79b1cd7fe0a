import * as z from 'zod';
import type { Caller } from './caller.ts';
import { NO_ORGANIZATION } from './no-organization.ts';

/** A stored key of the documentation export. Only the digest of its secret is kept. */
export const ApiKeyRecord = z.object({
  id: z.string(),
  /** `NO_ORGANIZATION`: what a key opens belongs to all. */
  organization_id: z.string(),
  /** For whom it was made, in an operator's words. */
  name: z.string(),
  /** SHA-256 of the secret in lower-case hexadecimal digits; the secret has 256 random bits, so that needs no salt. */
  secret_sha256: z.string(),
  /** ISO 8601; null where it does not end by itself. */
  expires_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>;

const KEY = /^cdx_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** A key as its holder has it. @param secret 32 bytes in base64url */
export const writeApiKey = (id: string, secret: string): string => `cdx_${id}_${secret}`;

/** The record that a key names, and its secret; undefined for any other text. */
export const readApiKey = (text: string): { id: string; secret: string } | undefined => {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
};

/** Who calls with a key: nobody's user, who may read the documentation of the agents and nothing else. */
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
