/** Who calls, and what role and scope let them do. */

import { ROLES, type Role, SCOPE_DEFINITIONS, SCOPES, type Scope } from './scopes.ts';

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
  SCOPES.filter((scope) => hasRole({ roles }, SCOPE_DEFINITIONS[scope].role));

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
