import * as z from 'zod';
import { oneAddress } from '../mail/address.ts';
import { type Caller, seesEveryProject } from './caller.ts';

/** What the newest token of a user says of them. Mails and links, which come without a token, rest on it. */
export const PersonRecord = z.object({
  organization_id: z.string(),
  issuer: z.string(),
  /** The identity's subject. */
  user_id: z.string(),
  /** The user's own address; null where the token names none, or no valid one. */
  email: z.string().nullable(),
  /** True where a role reaches every project of the organization. */
  sees_every_project: z.boolean(),
  /** The token's `iat`, epoch seconds. */
  token_issued_at: z.number(),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** What a token says of who calls. @param issuedAt the token's `iat`, epoch seconds */
export const personOf = (caller: Caller, issuedAt: number): PersonRecord => ({
  organization_id: caller.organizationId,
  issuer: caller.issuer,
  user_id: caller.subject,
  email: oneAddress(caller.email) ?? null,
  sees_every_project: seesEveryProject(caller),
  token_issued_at: issuedAt,
});

/** True where a token says something that is not known yet, and no newer token has said otherwise. */
export const isNews = (said: PersonRecord, known: PersonRecord | undefined): boolean =>
  known === undefined ||
  (said.token_issued_at >= known.token_issued_at &&
    (said.email !== known.email || said.sees_every_project !== known.sees_every_project));
