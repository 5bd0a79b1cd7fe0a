import * as z from 'zod';
import { type Caller, scopesOf } from './caller.ts';
import { ROLES, type Role, SCOPES } from './scopes.ts';

/** Scopes of OpenID Connect, which request claims about the user and do not limit access to this service. */
const IDENTITY_SCOPES = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access']);

const words = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);
const text = z.string().min(1).max(512).nullable().catch(null).default(null);

/**
 * Maximum bytes of an organization in keys and paths: an object's key has 1,024, of which a file name takes up to 765.
 */
const MAXIMUM_ORGANIZATION = 200;
const isOrganization = (id: string): boolean =>
  id.isWellFormed() && !/^\.{1,2}$/.test(id) && encodeURIComponent(id).length <= MAXIMUM_ORGANIZATION;

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  org_id: z.string().min(1).max(128).refine(isOrganization).optional().catch(undefined),
  roles: z
    .union([z.array(z.unknown()), z.string().transform(words)])
    .catch([])
    .default([]),
  scope: z.string().default(''),
  name: text,
  email: text,
  org_name: text,
  company: text,
});

/**
 * Returns the scopes of this service that a token grants. A token limited to scopes of other services, or to unknown
 * scopes, grants none; only a token without any such limit has the scopes of its roles.
 */
const grantedScopes = (scope: string, roles: readonly Role[]): Pick<Caller, 'scopes' | 'isLimitedByScope'> => {
  const limits = words(scope).filter((each) => !IDENTITY_SCOPES.has(each));
  return limits.length === 0
    ? { scopes: scopesOf(roles), isLimitedByScope: false }
    : { scopes: SCOPES.filter((each) => limits.includes(each)), isLimitedByScope: true };
};

/**
 * Returns the caller from a verified token's claims; undefined if they contain no organization. Unknown roles are
 * ignored, since they may belong to another service.
 */
export const toCaller = (claims: unknown): Caller | undefined => {
  const { iss, sub, org_id, scope, name, email, org_name, company, ...claimed } = Claims.parse(claims);
  if (org_id === undefined) return undefined;
  const roles = ROLES.filter((role) => claimed.roles.includes(role));
  return {
    issuer: iss,
    subject: sub,
    organizationId: org_id,
    roles,
    ...grantedScopes(scope, roles),
    name,
    email,
    company: org_name ?? company,
  };
};
