import * as z from 'zod';
import { oneAddress } from '../mail/address.ts';
import { type Caller, hasRole, seesEveryProject } from './caller.ts';
import { ROLES } from './scopes.ts';

/** The claims of a user's newest token, for mails and links, which come without a token. */
export const PersonRecord = z.object({
  organization_id: z.string(),
  issuer: z.string(),
  /** The subject of the identity. */
  user_id: z.string(),
  /** The user's own address; null if the token contains none, or no valid one. */
  email: z.string().nullable(),
  /** True if a role gives access to every project of the organization. */
  sees_every_project: z.boolean(),
  /** The highest role; null without one, absent in records written before roles were kept. */
  role: z.enum(ROLES).nullable().optional(),
  /** The token's `iat`, epoch seconds. */
  token_issued_at: z.number(),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** Returns the claims of the caller's token. @param issuedAt the token's `iat`, in epoch seconds */
export const personOf = (caller: Caller, issuedAt: number): PersonRecord => ({
  organization_id: caller.organizationId,
  issuer: caller.issuer,
  user_id: caller.subject,
  email: oneAddress(caller.email) ?? null,
  sees_every_project: seesEveryProject(caller),
  role: ROLES.findLast((role) => hasRole(caller, role)) ?? null,
  token_issued_at: issuedAt,
});

/** Returns true if a token's claims differ from the stored ones, and no newer token has been stored. */
export const isNews = (said: PersonRecord, known: PersonRecord | undefined): boolean =>
  known === undefined ||
  (said.token_issued_at >= known.token_issued_at &&
    (said.email !== known.email || said.sees_every_project !== known.sees_every_project || said.role !== known.role));

/** Returns true for a user, not a service account, who administrates the organization. */
export const isAdministrator = ({ role }: PersonRecord): boolean =>
  role != null && hasRole({ roles: [role] }, 'org_admin');
