import * as z from 'zod';
import { type Caller, ROLES, type Role, SCOPES } from './caller.ts';

/** Groups that the scopes of this service name; other scopes belong to other services. */
const GROUPS = new Set(SCOPES.map((scope) => scope.split(':')[0]));

const words = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);
const text = z.string().min(1).max(512).nullable().catch(null).default(null);

/** Bytes of an organization as it stands in keys and paths: an object's key has 1,024, a file name up to 765 of them. */
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
  scope: z.string().catch('').default(''),
  name: text,
  email: text,
  org_name: text,
  company: text,
});

/** The scopes that are meant for this service, or undefined when the token names none of them. */
const ownScopes = (scope: string): string[] | undefined => {
  const own = words(scope).filter((each) => GROUPS.has(each.split(':')[0]) && each.includes(':'));
  return own.length > 0 ? own : undefined;
};

/**
 * The caller that a verified token's claims name; undefined when they name no organization to act in. Roles that
 * the service does not know are dropped: they may be another service's.
 */
export const toCaller = (claims: unknown): Caller | undefined => {
  const { iss, sub, org_id, roles, scope, name, email, org_name, company } = Claims.parse(claims);
  if (org_id === undefined) return undefined;
  return {
    issuer: iss,
    subject: sub,
    organizationId: org_id,
    roles: ROLES.filter((role: Role) => roles.includes(role)),
    scopes: ownScopes(scope),
    name,
    email,
    company: org_name ?? company,
  };
};
