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

/** The least role that any operation of a scope asks for. A role gives the scopes of its own row and of lesser roles. */
const LEAST_ROLE: Readonly<Record<Scope, Role>> = {
  'projects:read': 'viewer',
  'projects:write': 'manager',
  'tasks:read': 'viewer',
  'tasks:write': 'member',
  'documents:read': 'viewer',
  'documents:write': 'member',
  'reports:read': 'viewer',
  'reports:write': 'manager',
  'organizations:read': 'viewer',
  'organizations:write': 'org_admin',
  'templates:read': 'viewer',
  'templates:write': 'org_admin',
  'activities:read': 'viewer',
  'activities:write': 'viewer',
  'systems:read': 'org_admin',
  'systems:write': 'org_admin',
  'systems:use': 'member',
  'search:read': 'viewer',
  'export:read': 'viewer',
};

/** A verified token's subject. Identity is `issuer` plus `subject`, never the e-mail address. */
export interface Caller {
  issuer: string;
  subject: string;
  organizationId: string;
  roles: readonly Role[];
  /** The scopes the token names for this service, or those of its roles if it is not limited by scope. */
  scopes: readonly Scope[];
  /** Whether the token names scopes, of this service or of others; one without any has what its roles give. */
  isLimitedByScope: boolean;
  name: string | null;
  email: string | null;
  company: string | null;
}

/** True when one of the caller's roles is at least `least`. */
export const hasRole = ({ roles }: Pick<Caller, 'roles'>, least: Role): boolean =>
  roles.some((role) => ROLES.indexOf(role) >= ROLES.indexOf(least));

/** The scopes that these roles give: what a token may do that names roles and no scope. */
export const scopesOf = (roles: readonly Role[]): Scope[] =>
  SCOPES.filter((scope) => hasRole({ roles }, LEAST_ROLE[scope]));

/** True when the token's scope covers `scope`. */
export const hasScope = (caller: Caller, scope: Scope): boolean => caller.scopes.includes(scope);

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
