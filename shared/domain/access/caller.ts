/** Who calls, and what role and scope let them do. */

/** Roles from the least to the most powerful; `service` is a machine account that works for one organization. */
export const ROLES = ['viewer', 'member', 'manager', 'service', 'org_admin', 'platform_admin'] as const;
export type Role = (typeof ROLES)[number];

const GROUPS = [
  'projects',
  'tasks',
  'documents',
  'reports',
  'organizations',
  'templates',
  'activities',
  'systems',
] as const;

/** Every scope of this service: a group, and what may be done there. */
export const SCOPES = [
  ...GROUPS.flatMap((group) => [`${group}:read`, `${group}:write`] as const),
  'search:read',
  'systems:use',
  'export:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** A verified token's subject. Identity is `issuer` plus `subject`, never the e-mail address. */
export interface Caller {
  issuer: string;
  subject: string;
  organizationId: string;
  roles: readonly Role[];
  /** The scopes the token names for this service; undefined where it names none and the roles alone count. */
  scopes: readonly string[] | undefined;
  name: string | null;
  email: string | null;
  company: string | null;
}

/** True when one of the caller's roles is at least `least`. */
export const hasRole = (caller: Caller, least: Role): boolean =>
  caller.roles.some((role) => ROLES.indexOf(role) >= ROLES.indexOf(least));

/** True when the token's scope covers `scope`; a token that names no scope has what its roles give. */
export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.scopes === undefined || caller.scopes.includes(scope);

/** Organization administrators and service accounts reach every project of their organization. */
export const seesEveryProject = (caller: Caller): boolean => hasRole(caller, 'service');

/** The stable identifier of a person or machine across issuers, as it appears in keys. */
export const identityOf = (caller: Caller): string => `${caller.issuer}|${caller.subject}`;

/** The user object that records carry, taken from the token. */
export const userOf = (caller: Caller) => ({
  _id: caller.subject,
  name: caller.name,
  email: caller.email,
  company: caller.company,
});
