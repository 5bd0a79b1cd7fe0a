/** The caller of an operation, with roles and scopes. */

import { ROLES, type Role, SCOPE_DEFINITIONS, SCOPES, type Scope, type ViewerPermission } from './scopes.ts';

/** The subject of a verified token, identified by `issuer` and `subject`, never by the e-mail address. */
export interface Caller {
  issuer: string;
  subject: string;
  organizationId: string;
  roles: readonly Role[];
  /** The token's scopes for this service, or those of its roles if it is not limited by scope. */
  scopes: readonly Scope[];
  /** Whether the token has scopes, of this service or of others. A token without scopes has those of its roles. */
  isLimitedByScope: boolean;
  name: string | null;
  email: string | null;
  company: string | null;
  /** Set for the holder of a viewer link, who acts on the rights of its creator. */
  viewerLink?: { permission: ViewerPermission; seesEveryProject: boolean };
}

/** Returns true if one of the caller's roles is at least `least`. */
export const hasRole = ({ roles }: Pick<Caller, 'roles'>, least: Role): boolean =>
  roles.some((role) => ROLES.indexOf(role) >= ROLES.indexOf(least));

/** Returns the scopes of these roles, which apply to a token without scopes. */
export const scopesOf = (roles: readonly Role[]): Scope[] =>
  SCOPES.filter((scope) => hasRole({ roles }, SCOPE_DEFINITIONS[scope].role));

/** Returns true if the token's scopes include `scope`. */
export const hasScope = (caller: Caller, scope: Scope): boolean => caller.scopes.includes(scope);

/**
 * Returns true for organization administrators and service accounts, who have access to every project of their
 * organization, and for viewer links that they have created.
 */
export const seesEveryProject = (caller: Caller): boolean =>
  caller.viewerLink?.seesEveryProject ?? hasRole(caller, 'service');

/** Returns the identifier of a person or machine, unique across issuers, as used in keys. */
export const identityOf = (caller: Caller): string => `${caller.issuer}|${caller.subject}`;

/** Returns the user object stored in records, from the token. */
export const userOf = (caller: Caller) => ({
  _id: caller.subject,
  name: caller.name,
  email: caller.email,
  company: caller.company,
});
